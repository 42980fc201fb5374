import { getNamedType, Kind, TypeInfo, validate, visit, visitWithTypeInfo, type FieldNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schema } from '#schema/index.ts'
import { documentOf } from './call-tool.ts'
import { tools } from './tool-list.ts'

const operationOf = (tool: (typeof tools)[number]) => {
  const [operation, ...others] = documentOf(tool).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0)
    throw new Error(`${tool.name} has no operation`)
  return operation
}

describe.each(tools.map((tool) => [tool.name, tool] as const))('the MCP tool %s', (_, tool) => {
  it('runs one valid operation of the GraphQL schema', () => {
    expect(validate(schema, documentOf(tool))).toEqual([])
    expect(operationOf(tool).operation).not.toBe('subscription')
  })

  it('says whether it changes something, in agreement with its operation and scope', () => {
    const reads = operationOf(tool).operation === 'query'
    expect([tool.annotations.readOnlyHint, tool.scope.endsWith(':read')]).toEqual([reads, reads])
  })

  it('has a name, a title and a description that agents accept', () => {
    expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)+$/)
    expect(tool.title).not.toBe('')
    expect(tool.description).toMatch(/\.$/)
  })

  it('refuses unknown arguments', () => {
    expect(z.toJSONSchema(tool.input, { io: 'input' })).toMatchObject({ type: 'object', additionalProperties: false })
  })

  it('asks for at most 100 rows of each list, as its limit says', () => {
    const types = new TypeInfo(schema)
    const limits: unknown[] = []
    const enter = (field: FieldNode) => {
      if (!String(getNamedType(types.getType())).endsWith('Connection')) return
      const first = field.arguments?.find(({ name }) => name.value === 'first')?.value
      limits.push(first?.kind === Kind.VARIABLE ? first.name.value : null)
    }
    visit(documentOf(tool), visitWithTypeInfo(types, { Field: { enter } }))
    expect(limits.filter((limit) => limit !== 'first')).toEqual([])
    const refused = tool.input.safeParse({ limit: 101 }).error?.issues.map(({ path }) => path[0]) ?? []
    expect(refused.includes('limit')).toBe(limits.length > 0)
  })
})

it('all MCP tools have different names', () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
})

it('exactly those MCP tools that send ask for the scope to send', () => {
  const names = tools.filter(({ scope }) => scope === 'campaigns:send').map(({ name }) => name)
  expect(names).toEqual([
    ...[
      'request_approval',
      'withdraw_approval',
      'send_test_email',
      'launch_campaign',
      'pause_campaign',
      'choose_ab_winner',
      'stop_follow_ups',
      'stop_all_sending',
      'resume_campaign',
      'cancel_campaign',
    ],
    ...['repeat_campaign', 'stop_repeating'],
  ])
})
