import { globSync, readFileSync } from 'node:fs'
import { parse, print, visit, Kind } from 'graphql'
import { expect, it } from 'vitest'

/** The documents of the screens, as their source has them. */
const documents = globSync('web/**/*.{ts,tsx}', { exclude: ['web/generated/**', 'web/dist/**'] })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/graphql\(`([^`]+)`\)/g)].map(([, source = '']) => ({ file, source })),
  )

it("every mutation in a screen's code requests the errors that say why it was refused", () => {
  const silent = documents.flatMap(({ file, source }) => {
    const found: string[] = []
    visit(parse(source), {
      OperationDefinition: ({ operation, selectionSet }) => {
        if (operation !== 'mutation') return
        for (const field of selectionSet.selections) {
          if (field.kind !== Kind.FIELD || !field.selectionSet) continue
          const asks = field.selectionSet.selections.some((each) => print(each).includes('...Refusal'))
          if (!asks) found.push(`${file}: ${field.name.value}`)
        }
      },
    })
    return found
  })
  expect(documents.length).toBeGreaterThan(100)
  expect(silent).toEqual([])
})
