import { Suspense } from 'react';
import { useSignedIn } from '../../kernel/services.tsx';
import { latePart } from '../../ui/late-part.tsx';

const FirstHours = latePart('nothing', async () => (await import('./first-hours.tsx')).FirstHours);

/** What lies over the map before anything is opened: for administrators, what is left to do. */
export function HomeStart() {
  const { user } = useSignedIn();
  if (!user.administrator) return null;
  return (
    <Suspense fallback={null}>
      <FirstHours />
    </Suspense>
  );
}
