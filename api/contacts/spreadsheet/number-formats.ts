/** The parts of the library's number formats that we use; its own types do not declare them. */
interface NumberFormats {
  is_date(format: string): boolean
  format(format: string | number, value: number, options: { date1904: boolean }): string
  parse_date_code(serial: number, options: { date1904: boolean }): DateParts | null
  get_table(): Record<number, string>
}

interface DateParts {
  y: number
  m: number
  d: number
  H: number
  M: number
  S: number
  /** day of the week, from 0 for Sunday */
  q: number
}

let library: NumberFormats | undefined

/** Loads the library's number formats. The library is large: a workbook without number formats does without. */
export async function loadNumberFormats(): Promise<void> {
  library ??= (await import('xlsx')).SSF as NumberFormats
}

/** The library's number formats. Throws if they are not loaded. */
export function numberFormats(): NumberFormats {
  if (!library) throw new Error('The number formats are not loaded')
  return library
}
