import type { SSF } from 'xlsx'

let library: typeof SSF | undefined

/** Loads the library's number formats. The library is large: a workbook without number formats does without. */
export async function loadNumberFormats(): Promise<void> {
  library ??= (await import('xlsx')).SSF
}

/** The library's number formats. Throws if they are not loaded. */
export function numberFormats(): typeof SSF {
  if (!library) throw new Error('The number formats are not loaded')
  return library
}
