import { posix } from 'node:path'
import { SSF } from 'xlsx'
import { AppError } from '#domain/errors.ts'
import { readAll } from './sheet-xml.ts'
import { readXml } from './xml.ts'
import { DAMAGED, type ZipParts } from './zip.ts'

/** How the parts of an .xlsx hang together (ECMA-376 part 1, 18.2, and part 2, 9.3). */
export interface XlsxParts {
  /** the worksheets in their order; null stands for a part that is not in the package */
  sheets: { name: string; hidden: boolean; part: string | null }[]
  /** the part of the shared strings, where there is one */
  strings: string | null
  /** the number format of each cell style: its code, or its number where the code is the locale's own */
  formats: (string | number)[]
  /** whether days are counted from 1904 */
  date1904: boolean
}

/** Reads what holds the workbook together, but no cells. Throws AppError UNREADABLE_FILE when there is no workbook. */
export async function readParts(parts: ZipParts): Promise<XlsxParts> {
  const root = await relationsOf(parts, '')
  const [workbook] = root.ofType('officeDocument')
  if (!workbook) throw new AppError('UNREADABLE_FILE', DAMAGED)
  const relations = await relationsOf(parts, workbook)
  const [strings = null] = relations.ofType('sharedStrings')
  const [styles] = relations.ofType('styles')
  const sheets: XlsxParts['sheets'] = []
  let date1904 = false
  await readAll(
    readXml(parts.read(workbook), () => ({
      open(name, attributes) {
        if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
        if (name !== 'sheet') return
        const id = Object.keys(attributes).find((key) => key.endsWith(':id')) ?? ''
        const { type, part } = relations.byId.get(attributes[id] ?? '') ?? { type: 'worksheet', part: null }
        // A sheet that is a chart has no cells.
        if (type !== 'worksheet') return
        sheets.push({ name: attributes['name'] ?? '', hidden: /hidden$/i.test(attributes['state'] ?? ''), part })
      },
    })),
  )
  return { sheets, strings, date1904, formats: styles ? await formatsOf(parts, styles) : [] }
}

/** What a part (the package itself: '') says that it is related to. */
async function relationsOf(parts: ZipParts, of: string) {
  const byId = new Map<string, { type: string; part: string | null }>()
  const folder = posix.join('/', posix.dirname(of))
  const list = partAt(parts, posix.join(folder, '_rels', `${posix.basename(of)}.rels`))
  if (list !== null) {
    await readAll(
      readXml(parts.read(list), () => ({
        open(name, { Id = '', Type = '', Target = '' }) {
          if (name !== 'Relationship') return
          const part = partAt(parts, posix.resolve(folder, Target.replaceAll('\\', '/')))
          byId.set(Id, { type: posix.basename(Type), part })
        },
      })),
    )
  }
  return {
    byId,
    ofType: (type: string) => [...byId.values()].flatMap((one) => (one.type === type && one.part ? [one.part] : [])),
  }
}

/** The name of the part at an absolute path; the case of names does not count. */
function partAt({ names }: ZipParts, path: string): string | null {
  return names.find((name) => name.toLowerCase() === path.slice(1).toLowerCase()) ?? null
}

async function formatsOf(parts: ZipParts, styles: string): Promise<XlsxParts['formats']> {
  const known: Record<number, string> = { ...SSF.get_table() }
  const numbers: number[] = []
  let section = ''
  await readAll(
    readXml(parts.read(styles), () => ({
      open(name, { numFmtId = '0', formatCode = '' }) {
        if (name === 'numFmts' || name === 'cellXfs') section = name
        else if (name === 'numFmt' && section === 'numFmts') known[Number(numFmtId)] = formatCode
        else if (name === 'xf' && section === 'cellXfs') numbers.push(Number(numFmtId))
      },
      close(name) {
        if (name === section) section = ''
      },
    })),
  )
  return numbers.map((number) => known[number] ?? number)
}
