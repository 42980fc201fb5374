import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { errnoOf } from '../postgres/postgres-failures.ts'

/**
 * The secret key of a local installation: created at the first call and stored in `<dataDir>/secret-key`, readable only
 * by its owner. Simultaneous callers get the same key.
 */
export async function localSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret-key')
  const kept = await readKey(file)
  if (kept !== null) return kept
  await mkdir(dataDir, { recursive: true })
  const draft = join(dataDir, `secret-key.${randomBytes(6).toString('hex')}`)
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  const key = await readKey(file)
  if (key === null) throw new AppError('UNAVAILABLE', `${file} was deleted while it was being created. Start again.`)
  return key
}

async function readKey(file: string): Promise<string | null> {
  try {
    const key = (await readFile(file, 'utf8')).trim()
    if (key === '')
      throw new AppError('UNAVAILABLE', `${file} is empty. Restore the old file, or delete it to create a new key.`)
    return key
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
}
