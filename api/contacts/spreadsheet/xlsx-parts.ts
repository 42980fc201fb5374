import { posix } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { loadNumberFormats, numberFormats } from './number-formats.ts'
import { readAll } from './sheet-xml.ts'
import { isLocaleDate } from './cell-text.ts'
import { readXml } from './xml-reader.ts'
import { DAMAGED, type ZipParts } from './zip-reader.ts'

/** The part structure of an .xlsx (ECMA-376 part 1, 18.2, and part 2, 9.3). */
export interface XlsxParts {
  /** the worksheets in order; null for a part missing from the package */
  sheets: { name: string; hidden: boolean; part: string | null }[]
  /** the shared strings part, if any */
  strings: string | null
  /** the number format of each cell style: a code, or the number of a locale format */
  formats: (string | number)[]
  /** True if the 1904 date system is used */
  date1904: boolean
  /** True if the results of formulas were not computed by the program that wrote the file */
  isStale: boolean
}

/** Reads the workbook's structure without cells. Throws AppError UNREADABLE_FILE if there is no workbook. */
export async function readParts(parts: ZipParts): Promise<XlsxParts> {
  const root = await relationsOf(parts, '')
  const [workbook] = root.ofType('officeDocument')
  if (!workbook) throw new AppError('UNREADABLE_FILE', DAMAGED)
  const relations = await relationsOf(parts, workbook)
  const [strings = null] = relations.ofType('sharedStrings')
  const [styles] = relations.ofType('styles')
  const sheets: XlsxParts['sheets'] = []
  let date1904 = false
  let isStale = false
  await readAll(
    readXml(parts.read(workbook), () => ({
      open(name, attributes) {
        if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
        if (name === 'calcPr') isStale = isUncalculated(attributes)
        if (name !== 'sheet') return
        const id = Object.keys(attributes).find((key) => key.endsWith(':id')) ?? ''
        const { type, part } = relations.byId.get(attributes[id] ?? '') ?? { type: 'worksheet', part: null }
        // A sheet that is a chart has no cells.
        if (type !== 'worksheet') return
        sheets.push({ name: attributes['name'] ?? '', hidden: /hidden$/i.test(attributes['state'] ?? ''), part })
      },
    })),
  )
  return { sheets, strings, date1904, isStale, formats: styles ? await formatsOf(parts, styles) : [] }
}

/**
 * Returns whether a workbook asks for its formulas to be computed when it is opened, or was saved before they were
 * computed.
 */
function isUncalculated({ fullCalcOnLoad = '0', calcCompleted = '1' }: Readonly<Record<string, string>>): boolean {
  return ['1', 'true'].includes(fullCalcOnLoad) || ['0', 'false'].includes(calcCompleted)
}

/** The relations of a part (the package itself: ''). */
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

/** The name of the part at an absolute path. */
const partAt = (parts: ZipParts, path: string) => parts.find(path.slice(1))

const builtIn = (number: number) => numberFormats().get_table()[number] ?? number

async function formatsOf(parts: ZipParts, styles: string): Promise<XlsxParts['formats']> {
  const own: Record<number, string> = { 0: 'General' }
  const numbers: number[] = []
  let section = ''
  await readAll(
    readXml(parts.read(styles), () => ({
      open(name, { numFmtId = '0', formatCode = '' }) {
        if (name === 'numFmts' || name === 'cellXfs') section = name
        else if (name === 'numFmt' && section === 'numFmts') own[Number(numFmtId)] = formatCode
        else if (name === 'xf' && section === 'cellXfs') numbers.push(Number(numFmtId))
      },
      close(name) {
        if (name === section) section = ''
      },
    })),
  )
  if (numbers.some((number) => own[number] !== 'General')) await loadNumberFormats()
  const nameOf = (number: number) => own[number] ?? (isLocaleDate(number) ? number : builtIn(number))
  return numbers.map(nameOf)
}
