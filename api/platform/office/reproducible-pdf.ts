/** Number of bytes at the end of a PDF that hold its dates and ids, uncompressed. */
const TAIL = 4_096

/**
 * Replaces what differs whenever LibreOffice writes a PDF (its date, its ids and their checksum), so that the same document
 * gives the same bytes. Lengths stay, so that all positions in the file stay right.
 *
 * @param id 32 hexadecimal digits
 */
export function stablePdf(pdf: Uint8Array, id: string): Uint8Array {
  const start = Math.max(0, pdf.length - TAIL)
  const from = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const tail = from
    .toString('latin1', start)
    .replace(/\/(?:CreationDate|ModDate)\(D:[^()]{14,24}\)/g, (date) =>
      date.replace(/\d/g, (_, at: number) => DATE[at - date.indexOf(':') - 1] ?? '0'),
    )
    .replace(/(\/ID \[ <)[\dA-F]{32}(>\s<)[\dA-F]{32}(> \])/g, `$1${id}$2${id}$3`)
    .replace(/(\/DocChecksum \/)[\dA-F]{32}/g, `$1${id}`)
  return Buffer.concat([from.subarray(0, start), Buffer.from(tail, 'latin1')])
}

/** Fixed date that replaces the real ones in a PDF. */
const DATE = '20000101000000'
