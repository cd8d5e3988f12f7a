// npm run bench web: what the live map costs the page; see web/run.ts.
import './web/run.ts';
