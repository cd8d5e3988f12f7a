import { createPortal } from 'react-dom';
import { useSignedIn } from '../../kernel/services.tsx';
import { HelpArticle } from './help-article.tsx';
import styles from './help.module.css';
import type { HelpPage } from './load-help.ts';

/** The page as paper: outside the application, so that nothing else is printed. */
export function HelpPaper({ page }: { readonly page: HelpPage }) {
  const { title } = useSignedIn().branding;
  return createPortal(
    <div className={styles.paper} data-print aria-hidden>
      <p>{title}</p>
      <h1>{page.title}</h1>
      <HelpArticle page={page} topics={[]} />
    </div>,
    document.body,
  );
}
