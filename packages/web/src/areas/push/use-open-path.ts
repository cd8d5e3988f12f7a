import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** A tap on a notification brings this window to its place; the service worker says where. */
export function useOpenPath(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Absent on plain http.
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const take = ({ data }: MessageEvent<unknown>): void => {
      const { type, path } = Object(data) as { readonly type?: unknown; readonly path?: unknown };
      if (type === 'OPEN_PATH' && typeof path === 'string' && path.startsWith('/')) void navigate(path);
    };
    container?.addEventListener('message', take);
    return () => container?.removeEventListener('message', take);
  }, [navigate]);
}
