import { parse } from 'csv-parse/sync'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify } from '#api/contacts/spreadsheet/file-type-detection.ts'
import { SPREADSHEET_LIMITS } from '#api/contacts/spreadsheet/spreadsheet-limits.ts'
import { openText } from '#api/contacts/spreadsheet/delimited-text-reader.ts'
import { silentlyWrong } from './polluted-contacts.ts'

/**
 * The Pollock benchmark (“Pollock: A Data Loading Benchmark”, VLDB 2023): 2,290 polluted CSV files with their clean versions.
 * A system loads each file; its success and the precision, recall and F1 of its header, records and cells are added up to a
 * score of at most 10 (section 4.2 of the paper), and weighted by how frequent a pollution is in files of the web.
 *
 * We load a file as an import reads it, without any parameter; a refused file has no points. The metric is checked with
 * what other systems loaded: it must give the measures that the benchmark published for each of their files.
 */
export async function measurePollock(folder: string): Promise<string[]> {
  const names = readdirSync(join(folder, 'polluted_files/csv')).filter((name) => name.endsWith('.csv'))
  const weights = JSON.parse(readFileSync(join(folder, 'pollock_weights.json'), 'utf8')) as Record<string, number>
  const clean = new Map(names.map((name) => [name, tableIn(join(folder, 'polluted_files/clean', name))]))
  const scores = new Map<string, number>()
  for (const name of names) {
    const table = await loadedTable(join(folder, 'polluted_files/csv', name))
    scores.set(name, sum(measuresOf(clean.get(name) ?? [], table)))
  }
  const weightOf = (name: string) => weights[name] ?? -1
  const simple = sum(scores.values()) / names.length
  const weighted = sum(names.map((name) => (scores.get(name) ?? 0) * weightOf(name))) / sum(names.map(weightOf))
  const losses = [...Map.groupBy(names, kindOf)].map(([kind, files]) => ({
    kind,
    files: files.length,
    lost: sum(files.map((name) => 10 - (scores.get(name) ?? 0))) / names.length,
  }))
  return [
    `${names.length} files, simple score ${simple.toFixed(3)}, weighted score ${weighted.toFixed(3)}`,
    ...PUBLISHED.map((system) => checkMetric(folder, system, clean)),
    'Points lost, of the simple score:',
    ...losses
      .filter(({ lost }) => lost >= 0.000_05)
      .toSorted((one, other) => other.lost - one.lost)
      .map(({ kind, files, lost }) => `  ${lost.toFixed(4)}  ${kind} (${files} ${files === 1 ? 'file' : 'files'})`),
    'Ten contacts with the same pollutions, silently wrong or missing:',
    ...(await silentlyWrong()),
  ]
}

type Table = readonly (readonly string[])[]

/** Systems whose loaded files are in the repository, with the measures of each file. */
const PUBLISHED = ['sqlite', 'pandas', 'libreoffice']

function checkMetric(folder: string, system: string, clean: ReadonlyMap<string, Table>): string {
  const results = join(folder, 'results', system, 'polluted_files')
  const published = parse<Record<string, string>>(readFileSync(join(results, `${system}_results.csv`)), {
    columns: true,
  })
  const different = published.filter(({ file = '', ...measures }) => {
    const path = join(results, 'loading', `${file}_converted.csv`)
    const table = readFileSync(path, 'utf8').startsWith('Application Error') ? null : tableIn(path)
    const ours = measuresOf(clean.get(file) ?? [], table)
    return Object.values(measures).some((value, at) => Math.abs(Number(value) - (ours[at] ?? Number.NaN)) > 1e-9)
  })
  return `The metric gives the published measures of ${system} in ${published.length - different.length} of ${published.length} files.`
}

const kindOf = (name: string) =>
  name.replace(/^(row_(?:extra_quote|less_sep|more_sep|field_delimiter)).*/, '$1').replace('.csv', '')

const sum = (values: Iterable<number>) => Array.from(values).reduce((all, value) => all + value, 0)

/** Success, and precision, recall and F1 of header, records and cells; nothing for a refused file. */
function measuresOf(clean: Table, loaded: Table | null): readonly number[] {
  if (!loaded) return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  if (clean.length === 0) return [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
  const [header = [], ...records] = clean
  const [loadedHeader = [], ...loadedRecords] = loaded
  const asRecord = (cells: readonly string[]) => cells.map(normalized).join('')
  return [
    1,
    ...agreement(header.map(normalized), loadedHeader.map(normalized)),
    ...agreement(records.map(asRecord), loadedRecords.map(asRecord)),
    ...agreement(clean.flat(), loaded.flat()),
  ]
}

/** Precision, recall and F1 of two multisets, as the benchmark calls them. */
function agreement(clean: readonly string[], loaded: readonly string[]): [number, number, number] {
  if (clean.length === 0) return [1, 1, 1]
  const left = new Map<string, number>()
  for (const text of clean) left.set(text, (left.get(text) ?? 0) + 1)
  let common = 0
  for (const text of loaded) {
    const count = left.get(text) ?? 0
    if (count > 0) common += 1
    left.set(text, count - 1)
  }
  if (common === 0) return [0, 0, 0]
  const [precision, recall] = [common / clean.length, common / loaded.length]
  return [precision, recall, (2 * precision * recall) / (precision + recall)]
}

/** A value as the benchmark compares it: numbers, prices, dates and times by what they mean, other text without case. */
function normalized(text: string): string {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return String(Number(text))
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? []
  if (year !== undefined) return `${year}-${Number(month) > 12 ? `${day}-${month}` : `${month}-${day}`}`
  if (/^\d\d:\d\d$/.test(text)) return `${text}:00`
  const price = /\$(\d+(?:\.\d+)?)/.exec(text)?.[1]
  return price === undefined ? text.toLowerCase() : `$${Number(price)}`
}

/** Reads a clean CSV file. */
function tableIn(path: string): Table {
  return parse(readFileSync(path), { bom: true, relax_column_count: true, relax_quotes: true })
}

/** Reads a file as an import does; null if it is refused. */
async function loadedTable(path: string): Promise<Table | null> {
  try {
    const file = await identify(readFileSync(path), SPREADSHEET_LIMITS)
    if (file.kind !== 'text') return null
    const rows = (await openText(file.bytes)).rows('Sheet1', 1_000) ?? []
    return await Array.fromAsync(rows, ({ cells }) => Array.from(cells, (cell = '') => cell))
  } catch {
    return null
  }
}
