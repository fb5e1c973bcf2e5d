// Archives and workbooks for the tests, made here.
import { crc32, deflateRawSync, gzipSync } from "node:zlib";

/** A ZIP archive of `[name, text or bytes]`. */
export function zip(members) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of members) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    // The name is in UTF-8.
    head.writeUInt16LE(0x0800, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from("PK\x03\x04"), head, path, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), head, rest, path);
    offset += 30 + path.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listing, Buffer.from("PK\x05\x06"), end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A workbook of `{ name: rows }`, whose cells are texts and numbers. */
export function xlsx(sheets) {
  const names = Object.keys(sheets);
  const cell = (value) =>
    typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const sheet = (rows) =>
    `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`;
  const type = (part, kind) => `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const link = (number, kind, target) => `<Relationship Id="r${number}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  return zip([
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type("xl/workbook.xml", "sheet.main")}${names.map((_, index) => type(`xl/worksheets/sheet${index + 1}.xml`, "worksheet")).join("")}</Types>`,
    ],
    ["_rels/.rels", `${XML}<Relationships xmlns="${PACKAGE}">${link(1, "officeDocument", "xl/workbook.xml")}</Relationships>`],
    [
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`).join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${XML}<Relationships xmlns="${PACKAGE}">${names.map((_, index) => link(index + 1, "worksheet", `worksheets/sheet${index + 1}.xml`)).join("")}</Relationships>`,
    ],
    ...names.map((name, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheet(sheets[name])]),
  ]);
}

export const gzip = (text) => gzipSync(Buffer.from(text));
