export { paperPicture, type PaperPicture } from './paper-picture.ts';
