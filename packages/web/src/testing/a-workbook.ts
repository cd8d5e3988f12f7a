import { crc32 } from 'node:zlib';

/** Rows as cells of a sheet, already in the markup of a workbook, e.g. `<v>5</v>`. */
type Cells = readonly (readonly string[])[];

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const textCell = (text: string): string => ` t="inlineStr"><is><t>${text}</t></is>`;
export const numberCell = (number: number): string => `><v>${number}</v>`;
/** Days since 1899-12-30, in a style that shows dates. */
export const dateCell = (days: number): string => ` s="1"><v>${days}</v>`;

/** A workbook of one sheet, as a spreadsheet program writes it, but not compressed. */
export function aWorkbook(rows: Cells): ArrayBuffer {
  const cells = rows
    .map((row, at) => {
      const inner = row.map(
        (cell, column) => `<c r="${String.fromCharCode(65 + column)}${at + 1}"${cell}</c>`,
      );
      return `<row r="${at + 1}">${inner.join('')}</row>`;
    })
    .join('');
  return zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${cells}</sheetData></worksheet>`,
  });
}

/** @source PKWARE APPNOTE 4.3: local headers, central directory, end record; method 0 = stored. */
function zip(files: Readonly<Record<string, string>>): ArrayBuffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const path = Buffer.from(name);
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(crc32(data), 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(data.length, 8);
    sizes.writeUInt16LE(path.length, 12);
    const local = Buffer.concat([
      Buffer.from('504b0304140000000000000000000000'.slice(0, 28), 'hex'),
      sizes,
      path,
      data,
    ]);
    const entry = Buffer.concat([
      Buffer.from('504b01021400140000000000', 'hex'),
      Buffer.alloc(4),
      sizes,
      Buffer.alloc(14),
      path,
    ]);
    entry.writeUInt32LE(offset, 42);
    locals.push(local);
    central.push(entry);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end])).buffer;
}
