import { type RequestHandler, Router } from 'express'
import { apiMethods, type Call } from './api-calls.ts'
import type { Operation } from './faults.ts'
import { GMAIL } from './gmail-errors.ts'
import {
  createDraft,
  getDraft,
  getFile,
  getGmailMessage,
  history,
  listDrafts,
  listGmailMessages,
  modifyMessage,
  profile,
  removeDraft,
  send,
  sendAs,
  sendDraft,
  updateDraft,
} from './gmail-methods.ts'
import { GMAIL_SCOPES } from './google-scopes.ts'
import type { Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'

/** Maximum bytes of a message, in any form. */
const MEDIA_LIMIT = 36_700_160

/** A JSON request is smaller: according to reports, 5 MB of attachments pass as `raw` and 10 MB do not. */
const JSON_LIMIT = 10 * 1024 * 1024

type Handle = (sandbox: Sandbox, call: Call, upload: boolean) => Reply
type Verb = 'get' | 'post' | 'put' | 'delete'

const METHODS: [Verb, path: string, Operation, scopes: readonly string[], Handle, media?: 'media'][] = [
  ['get', '/profile', 'read', GMAIL_SCOPES.profile, profile],
  ['get', '/settings/sendAs', 'read', GMAIL_SCOPES.sendAsRead, sendAs],
  ['post', '/messages/send', 'send', GMAIL_SCOPES.send, send, 'media'],
  ['get', '/messages', 'read', GMAIL_SCOPES.messageRead, listGmailMessages],
  ['get', '/messages/:id', 'read', GMAIL_SCOPES.messageRead, getGmailMessage],
  ['get', '/messages/:id/attachments/:file', 'read', GMAIL_SCOPES.messageRead, getFile],
  ['post', '/messages/:id/modify', 'archive', GMAIL_SCOPES.modify, modifyMessage],
  ['get', '/history', 'changes', GMAIL_SCOPES.messageRead, history],
  ['post', '/drafts', 'draft', GMAIL_SCOPES.draftWrite, createDraft, 'media'],
  ['get', '/drafts', 'read', GMAIL_SCOPES.draftRead, listDrafts],
  ['post', '/drafts/send', 'sendDraft', GMAIL_SCOPES.draftWrite, sendDraft, 'media'],
  ['get', '/drafts/:id', 'read', GMAIL_SCOPES.draftRead, getDraft],
  ['put', '/drafts/:id', 'draft', GMAIL_SCOPES.draftWrite, updateDraft, 'media'],
  ['delete', '/drafts/:id', 'draft', GMAIL_SCOPES.draftWrite, removeDraft],
]

/**
 * The parts of the Gmail API that sending needs. Uploads are simple or multipart; the Node client supports no others.
 */
export function gmailRoutes(sandbox: Sandbox): Router {
  const router = Router()
  const method = apiMethods(sandbox, GMAIL)
  for (const [verb, path, operation, scopes, handle, media] of METHODS) {
    const handler = (upload: boolean): RequestHandler =>
      method({
        operation: (query) =>
          operation === 'read' && /^(raw|full)$/.test(query.get('format') ?? '') ? 'content' : operation,
        scopes,
        limit: upload ? MEDIA_LIMIT : JSON_LIMIT,
        handle: (call) => {
          const user = call.params.user
          if (user !== 'me' && user?.toLowerCase() !== call.account.email) return GMAIL.unscoped()
          return handle(sandbox, call, upload)
        },
      })
    router[verb](`/gmail/v1/users/:user${path}`, handler(false))
    if (media) router[verb](`/upload/gmail/v1/users/:user${path}`, handler(true))
  }
  return router
}
