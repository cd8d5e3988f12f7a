import { PlaceSearch } from './place-search.tsx';
import { RulerBar } from './ruler-bar.tsx';
import { Shortcuts } from './shortcuts.tsx';
import type { ToolPanelProps } from './tool-options.ts';

/** The tool that is open. */
export function ToolPanel({ map, accent, options, tool, onClose }: ToolPanelProps) {
  if (tool === 'ruler')
    return <RulerBar map={map} accent={accent} write={options.writeLength} onClose={onClose} />;
  if (tool === 'shortcuts') return <Shortcuts onClose={onClose} />;
  return (
    <PlaceSearch
      search={options.search}
      write={options.writePlace}
      onPlace={options.onPlace}
      onClose={() => {
        options.onPlace(null);
        onClose();
      }}
    />
  );
}
