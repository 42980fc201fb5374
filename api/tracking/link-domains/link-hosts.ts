import type { Request, RequestHandler, Response } from 'express'
import type { App } from '#api/platform/app-context.ts'
import type { Database } from '#api/platform/database/database.ts'
import { isOwnHost } from '#api/platform/http/host-header-check.ts'
import { showPlainPage } from '#api/platform/http/plain-page.ts'
import type { Tokens } from '../link-tokens.ts'
import { noticePage } from '../unsubscribe-pages.ts'
import { languageOfReader } from '../reader-language.ts'

/**
 * Recognizes the link hosts of workspaces, at which only the pages and links for recipients are served.
 *
 * Each process keeps all proven hosts in memory, so that requests for invented hosts cost the database nothing: the
 * list is read again when it is older than {@link KNOWN_MS}, or than {@link UNKNOWN_MS} if the host is not in it.
 */

/** ms for which a host in the list is trusted to still be there. */
const KNOWN_MS = 30_000
/** ms for which a host that is not in the list counts as unknown */
const UNKNOWN_MS = 2_000

export interface LinkHosts {
  /** returns the workspace of a host by the list as last read, without asking the database; null: none is known */
  known(host: string): string | null
  /**
   * returns the workspace that proved a host; null: none did. If the database cannot be reached, by the list as last
   * read.
   */
  tenantOf(host: string): Promise<string | null>
  /** Makes the next look-up read the list again. */
  forget(): void
}

/** Creates the list of link hosts. @param now returns the ms of a clock that never goes back */
export function createLinkHosts(database: Pick<Database, 'asSystem'>, now = () => performance.now()): LinkHosts {
  let tenants = new Map<string, string>()
  let readAt = -Infinity
  let reading: Promise<void> | null = null
  const read = async () => {
    const startedAt = now()
    const rows = await database.asSystem((em) =>
      em.execute<{ host: string; tenantId: string }[]>(
        'select host, tenant_id as "tenantId" from link_domains where verified_at is not null',
      ),
    )
    tenants = new Map(rows.map(({ host, tenantId }) => [host, tenantId]))
    readAt = startedAt
  }
  return {
    known: (host) => tenants.get(host) ?? null,
    tenantOf: async (host) => {
      if (now() - readAt > (tenants.has(host) ? KNOWN_MS : UNKNOWN_MS)) {
        reading ??= read()
          .catch(() => undefined)
          .finally(() => (reading = null))
        await reading
      }
      return tenants.get(host) ?? null
    },
    forget: () => {
      readAt = -Infinity
    },
  }
}

/** Path at which a link domain returns its name, for the check whether the host is served. */
export const HOST_PATH = '/t/host'

/** The name in a Host header, whatever the port; null if it is no plain name. */
export function nameOfHost(header: string | undefined): string | null {
  return /^([a-z0-9.-]{1,253})(?::\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase() ?? null
}

/** Returns the workspace at whose own host a request arrived; null: it arrived at the installation's host. */
export const tenantOfHost = ({ locals }: Pick<Response, 'locals'>): string | null =>
  (locals as { linkTenantId?: string }).linkTenantId ?? null

/**
 * Serves the pages and links for recipients at the hosts of workspaces, and nothing else: every other path is 404. The
 * request loses its cookies and credentials, and the answer tells browsers nothing that would outlast the domain.
 *
 * @param find returns the workspace of a host
 */
export function serveLinkHosts(
  app: Pick<App, 'publicUrl'>,
  recipients: RequestHandler,
  find: (host: string) => string | null | Promise<string | null>,
): RequestHandler {
  return async (request, response, next) => {
    if (isOwnHost(app, request)) return next()
    const host = nameOfHost(request.headers.host)
    const tenantId = host === null ? null : await find(host)
    if (tenantId === null) return next()
    delete request.headers.cookie
    delete request.headers.authorization
    response.removeHeader('Strict-Transport-Security')
    Object.assign(response.locals, { linkTenantId: tenantId })
    if (request.path === HOST_PATH) {
      return void response.set('Cache-Control', 'no-store').type('text/plain').send(String(host))
    }
    recipients(request, response, (error?: unknown) => (error ? next(error) : showMissing(request, response)))
  }
}

/**
 * Makes the handler that refuses another workspace's token at a link domain. It uses the router's own reading of the
 * path, so that the two cannot differ.
 */
export function ownTokensOnly({ links }: { links: Tokens }) {
  return (request: Request, response: Response, next: (error?: unknown) => void, token: string): void => {
    const tenantId = tenantOfHost(response)
    const owner = tenantId === null ? null : tenantOfToken(links, token)
    if (owner !== null && owner !== tenantId) return showMissing(request, response)
    next()
  }
}

function tenantOfToken(links: Tokens, named: string): string | null {
  const token = named.replace(/\.gif$/, '')
  const found =
    links.readOpen(token) ??
    links.readClick(token) ??
    links.readCountedOpen(token) ??
    links.readCountedClick(token) ??
    links.readUnsubscribe(token)
  return found?.tenantId ?? null
}

const showMissing = (request: Request, response: Response): void =>
  showPlainPage(response, 404, noticePage('missing', languageOfReader(request)))

declare module '#api/platform/app-context.ts' {
  interface App {
    /** the workspaces' own hosts, as this process knows them */
    linkHosts: LinkHosts
  }
}
