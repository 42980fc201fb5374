import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Pictures that come with the product: icons for emails, and what the starters show (see built-in/README.md). */

const FOLDER = join(import.meta.dirname, 'built-in')
const NAME = /^(?:icon|art)-[a-z\d-]{1,60}\.png$/
/** Pictures that were read, by file name: the files are few and small, and never change while the product runs. */
const read = new Map<string, Promise<Buffer | null>>()
/** Maximum number of unknown names that are remembered. */
const KNOWN_MAX = 500

/** A picture by its file name, for anybody; null if there is none. */
export async function builtInPicture(name: string): Promise<{ contentType: 'image/png'; content: Buffer } | null> {
  if (!NAME.test(name)) return null
  const known = read.get(name) ?? readFile(join(FOLDER, name)).catch(() => null)
  if (read.size < KNOWN_MAX) read.set(name, known)
  const content = await known
  return content && { contentType: 'image/png', content }
}
