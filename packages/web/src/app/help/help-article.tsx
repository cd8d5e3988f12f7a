import { Link } from 'react-router';
import { isHelpTopic, type HelpTopic } from './help-topics.ts';
import styles from './help.module.css';
import type { HelpPage } from './load-help.ts';
import type { HelpBlock, HelpInline, HelpLine } from './parse-help.ts';

export interface HelpArticleProps {
  readonly page: HelpPage;
  /** Topics that this reader may read: a link to any other page becomes plain text. */
  readonly topics: readonly HelpTopic[];
  /** Shows another page here; absent = by its address. */
  readonly onTopic?: (topic: HelpTopic) => void;
  /** A screen was chosen. */
  readonly onLeave?: () => void;
  /** Heading level below the title: 2 on a screen, 3 in a sheet that has its own title. */
  readonly level?: 2 | 3;
}

/** A page of help as elements of React: no text of it is taken for markup. */
export function HelpArticle({ page, level = 2, ...links }: HelpArticleProps) {
  return (
    <article className={styles.article}>
      {page.blocks.map((block, at) => (
        // Blocks of a page never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={at} block={block} level={level} {...links} />
      ))}
    </article>
  );
}

type Links = Omit<HelpArticleProps, 'page' | 'level'>;

function Block({ block, level, ...links }: Links & { readonly block: HelpBlock; readonly level: 2 | 3 }) {
  if (block.kind === 'heading') return level === 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>;
  if (block.kind === 'paragraph')
    return (
      <p>
        <Line line={block.line} {...links} />
      </p>
    );
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <p>
            <Line line={line} {...links} />
          </p>
        </li>
      ))}
    </List>
  );
}

const Line = ({ line, ...links }: Links & { readonly line: HelpLine }) =>
  // oxlint-disable-next-line react/no-array-index-key
  line.map((inline, at) => <Inline key={at} inline={inline} {...links} />);

function Inline({ inline, topics, onTopic, onLeave }: Links & { readonly inline: HelpInline }) {
  if (inline.kind === 'text') return inline.text;
  if (inline.kind === 'strong') return <strong>{inline.text}</strong>;
  if (inline.kind === 'code') return <code>{inline.text}</code>;
  const topic = inline.to.replace(/\.md$/, '');
  if (!inline.to.endsWith('.md'))
    return inline.to.startsWith('/') ? (
      <Link to={inline.to} onClick={onLeave}>
        {inline.text}
      </Link>
    ) : (
      inline.text
    );
  if (!isHelpTopic(topic) || !topics.includes(topic)) return inline.text;
  return (
    <Link
      to={`/help/${topic}`}
      onClick={(event) => {
        if (onTopic === undefined) return;
        event.preventDefault();
        onTopic(topic);
      }}
    >
      {inline.text}
    </Link>
  );
}
