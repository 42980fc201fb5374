import { GraphQLObjectType, parse, TypeInfo, visit, visitWithTypeInfo, type DocumentNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '#schema/index.ts'
import { documentRows } from '#api/rest/routes.ts'
import { documentOf } from './call-tool.ts'
import { tools } from './tool-list.ts'

/** The fields of each type that documents select. */
function selectedBy(documents: readonly DocumentNode[]): Map<string, Set<string>> {
  const selected = new Map<string, Set<string>>()
  const types = new TypeInfo(schema)
  for (const document of documents) {
    visit(
      document,
      visitWithTypeInfo(types, {
        Field: ({ name }) => {
          const type = types.getParentType()?.name ?? ''
          selected.set(type, (selected.get(type) ?? new Set()).add(name.value))
        },
      }),
    )
  }
  return selected
}

const REST = selectedBy(documentRows.map(({ document }) => parse(document)))
const MCP = selectedBy(tools.map(documentOf))

const leftOut = (type: string, selected: ReadonlyMap<string, ReadonlySet<string>>) => {
  const object = schema.getType(type)
  if (!(object instanceof GraphQLObjectType)) throw new Error(`There is no type ${type}`)
  return Object.keys(object.getFields()).filter((name) => !selected.get(type)?.has(name))
}

/**
 * Fields of GraphQL that REST and MCP leave out: contacts, segments and mailboxes, for which a key may lack the scope. No
 * key can approve a launch, and no tool cancels a task.
 */
const LEFT_OUT: Record<string, { rest: string[]; mcp: string[] }> = {
  FollowUp: { rest: [], mcp: [] },
  NextFollowUp: { rest: [], mcp: [] },
  LaunchApproval: { rest: [], mcp: ['canDecide', 'mailboxes'] },
  CampaignRepeat: { rest: ['segment'], mcp: ['mailboxes', 'segment'] },
  RepeatPreview: { rest: ['examples'], mcp: ['examples'] },
  Rehearsal: { rest: ['task'], mcp: ['task', 'taskId'] },
  RehearsalReport: { rest: ['largestContact'], mcp: ['largestContact'] },
  RehearsalFollowUp: { rest: [], mcp: [] },
  RehearsalLimit: { rest: [], mcp: [] },
  RehearsalFinding: { rest: [], mcp: [] },
  RehearsalExample: { rest: ['contact', 'other'], mcp: ['contact', 'other'] },
  LaunchForecast: { rest: [], mcp: [] },
  LaunchWave: { rest: [], mcp: [] },
  Reply: { rest: ['mailbox'], mcp: ['mailbox'] },
}

describe.each(Object.entries(LEFT_OUT))('the GraphQL type %s', (type, { rest, mcp }) => {
  it('has the same fields in REST and MCP as in GraphQL', () => {
    expect({ rest: leftOut(type, REST).toSorted(), mcp: leftOut(type, MCP).toSorted() }).toEqual({ rest, mcp })
  })
})

it('the MCP tool list_campaigns shows the time zone of the recipients and the time left to undo a launch', () => {
  const list = tools.filter(({ name }) => name === 'list_campaigns').map(documentOf)
  expect([...(selectedBy(list).get('Campaign') ?? [])]).toEqual(
    expect.arrayContaining(['scheduledAt', 'localTimeZone', 'undoSecondsLeft', 'followingSince']),
  )
})
