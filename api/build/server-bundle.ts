import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds the server's modules as a few files, which load faster than three thousand (decision 0001). `npm start` uses them
 * where they match the sources, and otherwise runs the sources as they stand.
 */

/** Folder of the bundles, one folder each. */
export const BUNDLES = 'node_modules/.cache/server'
/** Describes the newest bundle. It is put in place by renaming once every file of the bundle is on disk. */
export const NEWEST = 'newest.json'
/** The bundle's first file. */
export const ENTRY = 'main.mjs'
/** npm rewrites this file whenever it changes a package. */
const PACKAGES = 'node_modules/.package-lock.json'

/** A bundle, and how to see that it is whole and up to date. */
export interface BundleDescription {
  /** folder of the checkout that the bundle was made of: paths within the bundle lead there */
  root: string
  /** path of its folder, from the root */
  folder: string
  /** digest of npm's list of the installed packages; null where there is none */
  packages: string | null
  /** path from the root, size and ms of the last change, of every file that went into the bundle and every file of it */
  files: [path: string, size: number, changed: number][]
}

/**
 * Returns the folder of the bundled server.
 *
 * @returns null if there is none, or if any file of the bundle or of its sources is missing or has changed
 */
export function findServerBundle(root: string): string | null {
  try {
    const bundle = JSON.parse(readFileSync(join(root, BUNDLES, NEWEST), 'utf8')) as BundleDescription
    return isCurrent(root, bundle) ? join(root, bundle.folder) : null
  } catch {
    return null
  }
}

function isCurrent(root: string, { root: madeOf, packages, files }: BundleDescription): boolean {
  return (
    madeOf === root &&
    packages === digestOfPackages(root) &&
    files.every(([path, size, changed]) => {
      const file = statSync(join(root, path), { throwIfNoEntry: false })
      return file?.size === size && file.mtimeMs === changed
    })
  )
}

/** Digest of npm's list of the installed packages: files of packages have no dates of their own. */
export function digestOfPackages(root: string): string | null {
  try {
    return createHash('sha256')
      .update(readFileSync(join(root, PACKAGES)))
      .digest('hex')
  } catch {
    return null
  }
}
