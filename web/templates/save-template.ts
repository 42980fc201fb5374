import { useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { withRow } from '#web/client/graphql-connection-rows.ts'
import type { CreateTemplateInput, TemplateFieldsFragment } from '#web/generated/graphql.ts'
import { changeTemplateTotal } from './use-templates.ts'
import { CREATE_TEMPLATE, TEMPLATES, TEMPLATES_PAGE, UPDATE_TEMPLATE } from './operations.ts'

/** Saves a template; without an id creates a new one. Rejects on errors. */
export function useSaveTemplate(): (id: string | null, input: CreateTemplateInput) => Promise<TemplateFieldsFragment> {
  const [createTemplate] = useMutation(CREATE_TEMPLATE, {
    update: (cache, { data }) => {
      const created = data?.createTemplate?.template
      if (!created) return
      const edge = { __typename: 'TemplateEdge' as const, cursor: '', node: created }
      cache.updateQuery(
        { query: TEMPLATES, variables: { first: TEMPLATES_PAGE } },
        (list) => list && { templates: withRow(list.templates, edge, 'start') },
      )
      changeTemplateTotal(cache, 1)
    },
  })
  const [updateTemplate] = useMutation(UPDATE_TEMPLATE)
  return useCallback(
    async (id, input) => {
      const saved =
        id === null
          ? (await createTemplate({ variables: { input } })).data?.createTemplate?.template
          : (await updateTemplate({ variables: { input: { id, ...input } } })).data?.updateTemplate?.template
      if (!saved) throw new Error('We could not confirm that it was saved. Try again.')
      return saved
    },
    [createTemplate, updateTemplate],
  )
}
