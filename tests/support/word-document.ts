import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** The parts of a Word document (.docx) that a test makes. */
export interface WordParts {
  /** XML within `w:body` */
  body: string
  /** more files of the document: name → content */
  parts?: Readonly<Record<string, string>>
  /** further relationships of the main part */
  relationships?: string
}

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Makes a .docx file: the parts given, and those that every Word document needs. */
export function wordDocument({ body, parts = {}, relationships = '' }: WordParts): Buffer {
  const overrides = Object.keys(parts).flatMap((name) => {
    const kind = /^word\/(header|footer|footnotes|endnotes|settings|comments)\d*\.xml$/.exec(name)?.[1]
    return kind ? [`<Override PartName="/${name}" ContentType="${TYPE}.${kind}+xml"/>`] : []
  })
  const all: Record<string, string> = {
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${NAMESPACES}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="${RELATIONSHIPS}">${relationships}</Relationships>`,
    ...parts,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(all).map(([name, xml]) => [name, strToU8(xml)]))))
}

/** Returns the XML of a Word paragraph whose text is split into these runs (pieces of the same formatting). */
export const paragraph = (...runs: string[]): string =>
  `<w:p>${runs.map((text) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`).join('')}</w:p>`

/** Returns the XML of a Word table with one paragraph in each cell. */
export const table = (...rows: string[][]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns the XML of one part of a .docx file, by default of the main document. */
export const partOf = (content: Uint8Array, name = 'word/document.xml'): string =>
  strFromU8(unzipSync(content)[name] ?? new Uint8Array())

/**
 * Returns the lines of text of a part of a .docx file: one for each paragraph, with a tab between the cells of a table
 * row.
 */
export function linesOf(content: Uint8Array, name?: string): string[] {
  const xml = partOf(content, name).replace(/<w:p(?:\s[^<>]*)?\/>/g, '<w:p></w:p>')
  return xml
    .split(/<\/w:tr>|(?<!<w:tc>(?:(?!<\/w:tc>).)*)<\/w:p>/s)
    .map((line) =>
      line
        .replace(/<w:br\/>/g, '\n')
        .replace(/<\/w:p><\/w:tc>(?=<w:tc>)/g, '\t')
        .replace(/<[^<>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    )
    .slice(0, -1)
}
