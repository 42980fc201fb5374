import { CONTACT_FIELD_NAMES, type ContactValues } from '#domain/contacts/contact-fields.ts'
import { screen } from '@testing-library/react'
import { Subject } from 'rxjs'
import { pageOf, knownError, statsOf } from '#web/testing/world.tsx'

/** A contact as stored on the server. */
export interface Person extends ContactValues {
  id: string
  createdAt: string
  tags: string[]
  suppressed: boolean
  untracked: boolean
  fields: { name: string; value: string }[]
}

export function person(id: string, firstName: string, lastName: string, over: Partial<Person> = {}): Person {
  return {
    ...(Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, null])) as unknown as ContactValues),
    id,
    firstName,
    lastName,
    email: `${id}@example.com`,
    createdAt: '2026-01-31T12:00:00.000Z',
    tags: [],
    suppressed: false,
    untracked: false,
    fields: [],
    ...over,
  }
}

interface Filter {
  search?: string
  tags?: string[]
  except?: string[]
  fields?: { name: string; equals?: string; contains?: string; isEmpty?: boolean }[]
  segmentId?: string
}

interface Chosen {
  all?: boolean
  except?: string[]
  ids?: string[]
  filter?: Filter
}

interface Segment {
  id: string
  name: string
  filter: Filter
}

/** A running task as the server returns it. */
export function taskOf(over: object = {}) {
  return {
    __typename: 'Task',
    id: 't1',
    kind: 'deleteContacts',
    status: 'running',
    done: 0,
    total: 2_000,
    message: null,
    error: null,
    startedBy: 'Ann Lee',
    createdAt: '2026-01-31T12:00:00.000Z',
    import: null,
    ...over,
  }
}

/** Number of contacts above which a background task changes them. */
const CONTACTS_WITHOUT_TASK_MAX = 1_000

/** Creates a fake workspace with these contacts whose server behaves like the real one. */
export function workspace(start: readonly Person[], { segments: kept = [] }: { segments?: Segment[] } = {}) {
  let people = [...start]
  let segments = [...kept]
  let tasks: object[] = []
  /** Messages about background tasks, as the socket sends them. */
  const progress = new Subject<object>()

  const meets = (each: Person, { search, tags, fields, except, segmentId }: Filter): boolean =>
    `${each.firstName} ${each.lastName} ${each.email}`.toLowerCase().includes(search?.toLowerCase() ?? '') &&
    (tags ?? []).every((tag) => each.tags.includes(tag)) &&
    (fields ?? []).every(({ name, equals, contains, isEmpty }) => {
      const value = each.fields.find((field) => field.name === name)?.value ?? ''
      if (equals != null) return value === equals
      return contains != null ? value.includes(contains) : (value === '') === isEmpty
    }) &&
    !except?.includes(each.id) &&
    (segmentId == null || meets(each, segments.find(({ id }) => id === segmentId)?.filter ?? {}))
  const matching = (filter?: Filter | null) => people.filter((each) => meets(each, filter ?? {}))
  const chosen = ({ ids, filter, except }: Chosen) =>
    ids ? people.filter(({ id }) => ids.includes(id)) : matching({ ...filter, ...(except && { except }) })
  const remove = (gone: readonly Person[]) => (people = people.filter((each) => !gone.includes(each)))
  const counted = (names: string[]) =>
    [...new Set(names)].map((name) => ({ name, contactCount: names.filter((other) => other === name).length }))
  const told = (segment: Segment) => ({ ...segment, contactCount: matching(segment.filter).length })
  const retag = (kind: string, which: Chosen, change: (tags: string[]) => string[]) => {
    const who = chosen(which)
    const isTask = who.length > CONTACTS_WITHOUT_TASK_MAX
    if (!isTask) {
      people = people.map((each) => (who.includes(each) ? { ...each, tags: change(each.tags).toSorted() } : each))
    }
    return { task: isTask ? taskOf({ kind, total: who.length }) : null, contactCount: who.length }
  }

  return {
    people: () => people,
    remove,
    segments: () => segments,
    progress,
    run: (task: object) => (tasks = [task]),
    root: {
      stats: () => statsOf({ totalContacts: people.length }),
      contacts: (args: { filter?: Filter; first?: number; after?: string }) => pageOf(matching(args.filter), args),
      contactTags: () => counted(people.flatMap(({ tags }) => tags)),
      contactFields: () => counted(people.flatMap(({ fields }) => fields.map(({ name }) => name))),
      segments: () => segments.map(told),
      tasks: (args: object) => pageOf(tasks as { id: string }[], args),
      taskProgress: progress,
      createContact: ({ input }: { input: Pick<Person, 'firstName' | 'lastName' | 'email'> }) => {
        if (people.some(({ email }) => email === input.email)) {
          const message = 'A contact with this email already exists.'
          throw knownError('CONFLICT', message, { email: message })
        }
        const added = person(`new-${people.length}`, '', '', { ...input, createdAt: '2026-02-01T12:00:00.000Z' })
        people = [added, ...people]
        return added
      },
      updateContact: ({ input: { id, ...input } }: { input: Partial<Person> & { id: string } }) => {
        if (people.some((each) => each.id !== id && each.email === input.email)) {
          const message = 'A contact with this email already exists.'
          throw knownError('CONFLICT', message, { email: message })
        }
        people = people.map((each) => (each.id === id ? { ...each, ...input } : each))
        return people.find((each) => each.id === id)
      },
      deleteContact: ({ input: { id } }: { input: { id: string } }) => {
        const found = people.find((each) => each.id === id)
        people = people.filter((each) => each.id !== id)
        return found
      },
      deleteContacts: ({ input }: { input: Chosen }) => {
        const gone = chosen(input)
        if (gone.length > CONTACTS_WITHOUT_TASK_MAX) return { task: taskOf(), contactCount: gone.length }
        remove(gone)
        return { task: null, contactCount: gone.length }
      },
      excludeFromTracking: ({ input }: { input: Chosen }) => {
        const excluded = chosen(input)
        people = people.map((each) => (excluded.includes(each) ? { ...each, untracked: true } : each))
        return excluded.length
      },
      cancelTask: () => taskOf({ status: 'cancelled' }),
      addTags: ({ input: { tags, ...which } }: { input: Chosen & { tags: string[] } }) =>
        retag('addTags', which, (before) => [...new Set([...before, ...tags])]),
      removeTags: ({ input: { tags, ...which } }: { input: Chosen & { tags: string[] } }) =>
        retag('removeTags', which, (before) => before.filter((tag) => !tags.includes(tag))),
      createSegment: ({ input }: { input: Omit<Segment, 'id'> }) => {
        if (segments.some(({ name }) => name === input.name)) {
          throw knownError('CONFLICT', 'A segment with this name already exists.')
        }
        const made = { id: `s${segments.length + 1}`, ...input }
        segments = [...segments, made]
        return told(made)
      },
      updateSegment: ({ input: { id, ...input } }: { input: Partial<Segment> & { id: string } }) => {
        segments = segments.map((each) => (each.id === id ? { ...each, ...input } : each))
        return segments.filter((each) => each.id === id).map(told)[0]
      },
      deleteSegment: ({ input: { id } }: { input: { id: string } }) => {
        const gone = segments.find((each) => each.id === id)
        segments = segments.filter((each) => each.id !== id)
        return gone && told(gone)
      },
    },
  }
}

/** The list row that shows this text. */
export async function rowOf(text: string): Promise<HTMLElement> {
  const cell = await screen.findByText(text)
  const row = cell.closest<HTMLElement>('[role=row]')
  if (!row) throw new Error(`${text} is not in any row`)
  return row
}
