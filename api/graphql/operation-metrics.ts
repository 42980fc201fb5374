import type { Plugin } from 'graphql-yoga'
import {
  getOperationAST,
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Metrics } from '#api/metrics/metrics.ts'
import { currentRequest } from '#api/platform/current-request.ts'
import { shownCode } from './errors.ts'

/**
 * Plugin that counts and times GraphQL operations by their root fields. Those are a limited set: an invalid document
 * does not get this far.
 */
export function measured(metrics: Metrics): Plugin {
  return {
    onExecute: ({ args }) => {
      const fields = rootFields(args.document, args.operationName)
      nameOperations(fields)
      const began = performance.now()
      return {
        onExecuteDone: ({ result }) => {
          if (Symbol.asyncIterator in (result as object)) return
          const { errors = [] } = result as ExecutionResult
          const codes = new Map(errors.map((error) => [error.path?.[0], shownCode(error)]))
          const seconds = (performance.now() - began) / 1_000
          for (const [alias, operation] of fields) {
            metrics.count('operations', { operation, code: codes.get(alias) ?? codes.get(undefined) ?? 'OK' })
          }
          for (const operation of new Set(fields.values())) metrics.observe('operationSeconds', { operation }, seconds)
        },
      }
    },
    onSubscribe: ({ args }) => {
      const fields = rootFields(args.document, args.operationName)
      nameOperations(fields)
      return {
        onSubscribeResult: ({ result }) => {
          const [error] = Symbol.asyncIterator in (result as object) ? [] : ((result as ExecutionResult).errors ?? [])
          const code = error ? shownCode(error) : 'OK'
          for (const operation of fields.values()) metrics.count('operations', { operation, code })
        },
      }
    },
  }
}

/** Adds the names of the requested root fields to the log line of the request. */
function nameOperations(fields: Map<string, string>): void {
  const request = currentRequest()
  if (request) request.operations = [...new Set(fields.values())]
}

/** Returns the root fields of an operation: name in the response → name of the field. */
function rootFields(document: DocumentNode, name: string | null | undefined): Map<string, string> {
  const fields = new Map<string, string>()
  const fragments = new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
  const gather = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        fields.set((selection.alias ?? selection.name).value, selection.name.value)
      } else {
        const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
        if (inner) gather(inner.selectionSet)
      }
    }
  }
  const operation = getOperationAST(document, name)
  if (operation) gather(operation.selectionSet)
  return fields
}
