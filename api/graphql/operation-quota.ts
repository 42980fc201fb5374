import type { ServerResponse } from 'node:http'
import type { Plugin } from 'graphql-yoga'
import type { DocumentNode, ExecutionResult } from 'graphql'
import { AppError } from '#domain/errors.ts'
import type { Context } from '#schema/call-context.ts'
import type { App } from '#api/platform/app-context.ts'
import { errorHeaders } from '#api/platform/http/error-headers.ts'
import { rateLimitHeaders } from '#api/platform/limits/rate-limit.ts'
import { maskError } from './errors.ts'
import { chargeOf, costOf } from './query-cost.ts'

interface Counted {
  document: DocumentNode
  variableValues?: object | null
  contextValue: unknown
}

/**
 * Plugin that counts every operation of an API key (a subscription once, when it starts), and returns what a query or
 * mutation cost: `extensions.cost` for everybody, RateLimit headers for API keys. Refuses with TOO_MANY_REQUESTS,
 * status 429 and Retry-After.
 */
export function counted(app: App): Plugin {
  /** Charges the cost of an operation; returns the cost, or the error that refuses the operation. */
  function take({ document, variableValues, contextValue }: Counted) {
    const context = contextValue as Context & { res?: ServerResponse }
    const cost = costOf(document, variableValues ?? {}, context)
    const { res } = context
    try {
      const allowance = app.rateLimit.take(context.viewer, chargeOf(cost))
      if (res && !res.headersSent && allowance) {
        for (const [name, value] of Object.entries(rateLimitHeaders(allowance))) res.setHeader(name, value)
      }
      if (!allowance) return { told: { requested: cost } }
      const { limit, remaining, reset } = allowance
      return { told: { limit, remaining, reset, requested: cost } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const refusal = maskError(error, app.log)
      if (res && !res.headersSent) {
        for (const [name, value] of Object.entries(errorHeaders(error))) res.setHeader(name, value)
      }
      refusal.extensions['http'] = { status: 429 }
      return { refusal }
    }
  }

  return {
    onExecute: ({ args, setResultAndStopExecution }) => {
      const { told, refusal } = take(args)
      if (refusal) {
        setResultAndStopExecution({ errors: [refusal] })
        return undefined
      }
      return {
        onExecuteDone: ({ result, setResult }) => {
          if (Symbol.asyncIterator in (result as object)) return
          const plain = result as ExecutionResult
          setResult({ ...plain, extensions: { ...plain.extensions, cost: told } })
        },
      }
    },
    onSubscribe: ({ args, setResultAndStopExecution }) => {
      const { refusal } = take(args)
      if (refusal) setResultAndStopExecution({ errors: [refusal] })
    },
  }
}
