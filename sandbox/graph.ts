import { type Request, Router } from 'express'
import { otherAddresses } from './mailbox-addresses.ts'
import { applicationAccess, mailboxIn } from './applications.ts'
import { apiMethods, bearerOf, type Call } from './api-calls.ts'
import type { Operation } from './faults.ts'
import { messagesDelta } from './graph-delta.ts'
import { GRAPH, graphError } from './graph-errors.ts'
import {
  createUploadSession,
  dropUpload,
  listFiles,
  PART_LIMIT,
  postFile,
  putPart,
  uploadAccess,
} from './graph-files.ts'
import {
  createDraft,
  getMessage,
  getMime,
  listGraphMessages,
  moveToFolder,
  patchMessage,
  removeMessage,
  sendDraft,
  sendMail,
} from './graph-messages.ts'
import { parseSelect } from './graph-query.ts'
import type { Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { subjectOf } from './provider-names.ts'

const REQUEST_LIMIT = 4 * 1024 * 1024

const SEND = ['Mail.Send', 'Mail.Send.Shared']
const WRITE = ['Mail.ReadWrite']
const READ = ['Mail.Read', 'Mail.ReadWrite']

type Handle = (sandbox: Sandbox, call: Call) => Reply | Promise<Reply>

const METHODS: [verb: 'get' | 'post' | 'patch' | 'delete', path: string, Operation, scopes: string[], Handle][] = [
  ['get', '/me', 'read', ['User.Read', 'User.ReadWrite'], me],
  ['post', '/me/sendMail', 'send', SEND, sendMail],
  ['post', '/me/messages', 'draft', WRITE, createDraft],
  ['get', '/me/messages', 'read', READ, listGraphMessages],
  ['get', '/me/mailFolders/:folder/messages', 'read', READ, listGraphMessages],
  ['get', '/me/mailFolders/:folder/messages/delta', 'changes', READ, messagesDelta],
  ['get', '/me/messages/:id', 'read', READ, getMessage],
  ['patch', '/me/messages/:id', 'draft', WRITE, patchMessage],
  ['delete', '/me/messages/:id', 'draft', WRITE, removeMessage],
  ['get', '/me/messages/:id/$value', 'content', READ, getMime],
  ['post', '/me/messages/:id/move', 'archive', WRITE, moveToFolder],
  ['post', '/me/messages/:id/send', 'sendDraft', SEND, sendDraft],
  ['get', '/me/messages/:id/attachments', 'read', READ, listFiles],
  ['post', '/me/messages/:id/attachments', 'draft', WRITE, postFile],
  ['post', '/me/messages/:id/attachments/createUploadSession', 'draft', WRITE, createUploadSession],
]

/** An upload URL in Outlook's format: message, then session. */
const UPLOAD = /^\/api\/gv1\.0\/users\('[^']+'\)\/messages\('([^']+)'\)\/AttachmentSessions\('([^']+)'\)$/

/** The parts of Microsoft Graph that sending needs. */
export function graphRoutes(sandbox: Sandbox): Router {
  const router = Router()
  const method = apiMethods(sandbox, GRAPH)
  const asApplication = (req: Request) =>
    applicationAccess(sandbox, bearerOf(req), mailboxIn(req), {
      invalid: () => GRAPH.unauthenticated('invalid'),
      expired: () => GRAPH.unauthenticated('expired'),
      noMailbox: () => graphError(404, 'ErrorInvalidUser', `The requested user '${mailboxIn(req)}' is invalid.`),
    })
  for (const [verb, path, operation, scopes, handle] of METHODS) {
    const common = { operation, scopes, limit: REQUEST_LIMIT, handle: (call: Call) => handle(sandbox, call) }
    router[verb](`/v1.0${path}`, method(common))
    router[verb](`/v1.0/users/:mailbox${path.slice('/me'.length)}`, method({ ...common, authenticate: asApplication }))
  }
  const upload = {
    operation: 'upload',
    scopes: [],
    limit: PART_LIMIT,
    authenticate: (req: Parameters<typeof uploadAccess>[1]) => uploadAccess(sandbox, req),
  } as const
  router.put(UPLOAD, method({ ...upload, handle: (call) => putPart(sandbox, call) }))
  router.delete(
    UPLOAD,
    method({
      ...upload,
      handle: ({ params }) => {
        dropUpload(sandbox, params[1]!)
        return { status: 204 }
      },
    }),
  )
  return router
}

function me(sandbox: Sandbox, { account, query, origin }: Call): Reply {
  const [givenName = '', ...rest] = account.name.split(' ')
  const person: Record<string, unknown> = {
    businessPhones: [],
    displayName: account.name,
    givenName,
    surname: rest.join(' '),
    jobTitle: null,
    mail: account.email,
    preferredLanguage: null,
    userPrincipalName: account.email,
    id: subjectOf('microsoft', account.email),
    proxyAddresses: [
      `SMTP:${account.email}`,
      ...otherAddresses(sandbox, account).flatMap(({ kind, address }) => (kind === 'alias' ? [`smtp:${address}`] : [])),
    ],
  }
  const select = parseSelect(query)
  const chosen = Object.entries(person).filter(([name]) => (select ? select.includes(name) : name !== 'proxyAddresses'))
  return {
    status: 200,
    json: { '@odata.context': `${origin}/v1.0/$metadata#users/$entity`, ...Object.fromEntries(chosen) },
  }
}
