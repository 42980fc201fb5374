import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '#domain/errors.ts'
import { createFairQueue, QueueFull } from '../limits/fair-queue.ts'
import { LIMITS } from '../limits/limit-register.ts'
import { creationArguments, furnishProfile, serviceArguments } from './libreoffice-profile.ts'
import { stablePdf } from './reproducible-pdf.ts'

/**
 * Makes PDFs of Word documents with a LibreOffice that is installed on this machine.
 *
 * - One process with a profile of its own serves all workspaces, which take turns. It starts with the first document, is renewed
 *   after many, and ends when it is idle or with this process.
 * - It has no network where the system allows that, no secrets in its environment, and a folder of its own for the files,
 *   which are deleted as soon as they were read.
 * - A document that takes too long ends it: that document fails, and the next one starts it again. If it breaks off, the document is
 *   tried once more.
 */
export interface Office {
  /** False if there is no LibreOffice on this machine. */
  readonly isThere: boolean
  /**
   * Makes a PDF. The same document gives the same bytes, unless it shows the date on which it is printed.
   *
   * @throws BAD_INPUT if there is no LibreOffice, or it cannot open the document
   * @throws TOO_LARGE if that takes too long, or the PDF is too large
   * @throws UNAVAILABLE if too many documents wait, or LibreOffice breaks off
   */
  toPdf(key: string, document: Uint8Array): Promise<Uint8Array>
  /** Returns those of these fonts that neither this machine nor a font with the same widths can show. */
  missingFonts(fonts: readonly string[]): Promise<string[]>
  /** Ends LibreOffice. */
  close(): Promise<void>
}

export interface OfficeOptions {
  /** path of `soffice.bin`; null: LibreOffice is not installed */
  program: string | null
  /** ms that one document may take, once LibreOffice has started */
  documentMs?: number
  /** ms that LibreOffice may take to start */
  startMs?: number
  /** ms without work after which LibreOffice ends */
  idleMs?: number
  /** number of documents after which LibreOffice is restarted, because it grows by some megabytes with each hundred */
  documentsEach?: number
  /** maximum bytes of a PDF */
  bytesMax?: number
}

/** ms between two checks for a result. */
const LOOK_MS = 15
/** Environment of LibreOffice: nothing of ours. */
const ENVIRONMENT = { LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp', PATH: '/usr/bin:/bin' }

/** The sentence for a PDF that is asked for where there is no LibreOffice. */
export const NO_OFFICE =
  'PDFs cannot be made here, because LibreOffice is not installed. Choose a Word file for each recipient.'

/** A LibreOffice that runs, and the folder that it watches. */
interface Running {
  child: ChildProcess
  folder: string
  /** number of documents converted so far */
  count: number
}

/** Creates the object that makes PDFs; LibreOffice starts with the first document. */
export function createOffice({ program, ...options }: OfficeOptions): Office {
  const queue = createFairQueue(LIMITS.pdfMaking)
  const libreOffice = new LibreOffice(program ?? '', { ...USUAL, ...options })
  let fonts: Promise<ReadonlySet<string>> | null = null
  return {
    isThere: program !== null,
    async toPdf(key, document) {
      if (program === null) throw new AppError('BAD_INPUT', NO_OFFICE)
      const leave = await queue.enter(key).catch((error: unknown) => {
        if (!(error instanceof QueueFull)) throw error
        throw new AppError('UNAVAILABLE', 'Too many PDFs are being made. Try again in a minute.', { cause: error })
      })
      try {
        return await libreOffice.convert(document)
      } catch (error) {
        if (!(error instanceof Broken)) throw error
        await libreOffice.stop()
        throw new AppError('UNAVAILABLE', 'LibreOffice stopped while it made a PDF. Try again in a minute.', {
          cause: error,
        })
      } finally {
        libreOffice.rest()
        leave()
      }
    },
    async missingFonts(named) {
      const there = await (fonts ??= installedFonts())
      const isThere = (font: string) => there.has(font.toLowerCase())
      return named.filter((font) => !isThere(font) && !isThere(ALIKE[font.toLowerCase()] ?? font))
    },
    close: () => libreOffice.close(),
  }
}

const USUAL = {
  documentMs: 30_000,
  startMs: 60_000,
  idleMs: 60_000,
  documentsEach: 500,
  bytesMax: 10 * 1_048_576,
}

/** The one process that makes PDFs, one after another. It is started when it is needed. */
class LibreOffice {
  readonly #program: string
  readonly #options: typeof USUAL
  #home: Promise<string> | null = null
  #hasProfile = false
  #running: Running | null = null
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(program: string, options: typeof USUAL) {
    this.#program = program
    this.#options = options
  }

  /** Makes a PDF. If the program breaks off, the document is tried once more. Throws AppError, Broken. */
  async convert(document: Uint8Array): Promise<Uint8Array> {
    clearTimeout(this.#idle)
    try {
      return await this.#tryConvert(document)
    } catch (error) {
      if (!(error instanceof Broken) || this.#isClosed) throw error
      await this.stop()
      return this.#tryConvert(document)
    }
  }

  /** Ends LibreOffice once it has had no work for a while. */
  rest(): void {
    this.#idle = setTimeout(() => void this.stop(), this.#options.idleMs).unref()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const { child } = this.#running ?? {}
    this.#running = null
    if (!child || hasEnded(child)) return
    child.kill('SIGKILL')
    await ended(child, this.#options.startMs)
  }

  /** Ends the program for good, and deletes its files. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.stop()
    const base = await this.#home
    if (base) await rm(base, { recursive: true, force: true })
  }

  async #start(): Promise<Running> {
    const { startMs } = this.#options
    const base = await (this.#home ??= mkdtemp(join(tmpdir(), 'mergewell-office-')))
    const folder = join(base, 'work')
    const profile = join(base, 'profile')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    if (!this.#hasProfile) {
      await rm(profile, { recursive: true, force: true })
      await ended(await this.#launch(creationArguments(profile), base), startMs)
      if (!existsSync(join(profile, 'user/registrymodifications.xcu'))) throw new Broken('LibreOffice made no profile')
      await furnishProfile(profile)
      this.#hasProfile = true
    }
    const child = await this.#launch(serviceArguments(profile, folder), base)
    const until = Date.now() + startMs
    while (!existsSync(join(folder, 'ready'))) {
      if (hasEnded(child) || Date.now() > until) {
        child.kill('SIGKILL')
        throw new Broken('LibreOffice did not start')
      }
      await sleep(LOOK_MS)
    }
    return { child, folder, count: 0 }
  }

  async #launch(args: readonly string[], base: string): Promise<ChildProcess> {
    const alone = (await canCutOff()) ? ['unshare', '--map-root-user', '--net', this.#program] : [this.#program]
    const [command = '', ...before] = alone
    const child = spawn(command, [...before, ...args], {
      cwd: base,
      env: { ...ENVIRONMENT, HOME: base },
      stdio: 'ignore',
    })
    // A program that cannot be started has no id, and has ended.
    child.on('error', () => {})
    return child
  }

  async #tryConvert(document: Uint8Array): Promise<Uint8Array> {
    const { documentsEach, bytesMax } = this.#options
    if (this.#running && (this.#running.count >= documentsEach || hasEnded(this.#running.child))) await this.stop()
    const { child, folder } = (this.#running ??= await this.#start())
    const base = join(folder, String((this.#running.count += 1)))
    await writeFile(`${base}.new`, document, { mode: 0o600 })
    await rename(`${base}.new`, `${base}.docx`)
    await this.#untilDone(child, base)
    const pdf = await readFile(`${base}.pdf`)
    await rm(`${base}.pdf`, { force: true })
    if (pdf.length > bytesMax) {
      throw new AppError(
        'TOO_LARGE',
        `A PDF can have ${bytesMax / 1_048_576} MB. Make the pictures of the document smaller.`,
      )
    }
    const id = createHash('sha256').update(document).digest('hex').slice(0, 32).toUpperCase()
    return stablePdf(pdf, id)
  }

  /** Waits until the program has made the PDF. Throws BAD_INPUT, TOO_LARGE, Broken. */
  async #untilDone(child: ChildProcess, base: string): Promise<void> {
    const { documentMs } = this.#options
    const until = Date.now() + documentMs
    while (!existsSync(`${base}.pdf`)) {
      if (existsSync(`${base}.error`)) {
        await rm(`${base}.error`, { force: true })
        throw new AppError(
          'BAD_INPUT',
          'LibreOffice cannot open this document. Save it again in Word, and attach it again.',
        )
      }
      if (hasEnded(child)) throw new Broken('LibreOffice ended before the document was done')
      if (Date.now() > until) {
        await this.stop()
        throw new AppError(
          'TOO_LARGE',
          `A PDF of this document takes longer than ${documentMs / 1_000} seconds. Make it shorter.`,
        )
      }
      await sleep(LOOK_MS)
    }
  }
}

/** Error for a LibreOffice that crashed; the document may not be the cause. */
class Broken extends Error {}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  exitCode !== null || signalCode !== null || pid === undefined

/** Waits until a process has ended; kills it after `most` ms. */
async function ended(child: ChildProcess, most: number): Promise<void> {
  if (hasEnded(child)) return
  const timer = setTimeout(() => child.kill('SIGKILL'), most)
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
}

let cutOff: Promise<boolean> | null = null

/** Returns whether a process can be started here without a network. */
function canCutOff(): Promise<boolean> {
  const run = promisify(execFile)
  return (cutOff ??= run('unshare', ['--map-root-user', '--net', 'true']).then(
    () => true,
    () => false,
  ))
}

/** Fonts of the same widths: a document keeps its lines and pages with them. */
const ALIKE: Readonly<Record<string, string>> = {
  calibri: 'carlito',
  cambria: 'caladea',
  arial: 'liberation sans',
  helvetica: 'liberation sans',
  'times new roman': 'liberation serif',
  'courier new': 'liberation mono',
}

/** The names of the fonts of this machine in lower case. */
async function installedFonts(): Promise<ReadonlySet<string>> {
  const found = await promisify(execFile)('fc-list', [':', 'family'], { maxBuffer: 4_194_304 }).catch(() => null)
  const names = (found?.stdout ?? '').split(/[,\n]/).map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => name !== ''))
}

/** Paths at which LibreOffice is usually installed. */
const PLACES = [
  '/usr/lib/libreoffice/program/soffice.bin',
  '/usr/lib64/libreoffice/program/soffice.bin',
  '/opt/libreoffice/program/soffice.bin',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]

/** Returns the path of the LibreOffice program on this machine; null if it is not installed. */
export const findOffice = (): string | null => PLACES.find((place) => existsSync(place)) ?? null

declare module '#api/platform/app-context.ts' {
  interface App {
    /** makes PDFs, where LibreOffice is installed */
    office: Office
  }
}
