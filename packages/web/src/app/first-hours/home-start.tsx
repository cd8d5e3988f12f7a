import { useSearchParams } from 'react-router';
import { readTogether } from '../../kernel/map/split-path.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { latePart } from '../../ui/late-part.tsx';

const FirstHours = latePart('nothing', async () => (await import('./first-hours.tsx')).FirstHours);

/** Content over the map before anything is opened or followed: for administrators, the steps left to do. */
export function HomeStart() {
  const { user } = useSignedIn();
  const isFollowing = readTogether(useSearchParams()[0]).length > 0;
  if (!user.administrator || isFollowing) return null;
  return <FirstHours />;
}
