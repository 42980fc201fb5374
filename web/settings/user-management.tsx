import { useQuery } from '@apollo/client/react'
import { Shield, UserRound } from 'lucide-react'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/errors.ts'
import type { UserFieldsFragment } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { CreateUser } from './create-user.tsx'
import { USERS } from './operations.ts'
import { ROLE_WORDS } from './role-words.ts'

/** The people of the workspace, and a form to add one (spec §2 Settings, User Management). Admins only. */
export function UserManagement() {
  const { data, error, loading, refetch } = useQuery(USERS, { notifyOnNetworkStatusChange: true })
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <Card title="Users" flush>
        {data ? (
          <UserTable users={data.users} />
        ) : error ? (
          <ErrorState
            title="The users could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={loading}
          />
        ) : (
          <Loading label="Loading users..." className="grid gap-4 border-t border-line p-5">
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} className="w-full" />
            ))}
          </Loading>
        )}
      </Card>
      <CreateUser />
    </div>
  )
}

function UserTable({ users }: { users: readonly UserFieldsFragment[] }) {
  const me = useUser()
  return (
    <Table label="Users" className="border-t border-line">
      <thead>
        <tr>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell className="max-sm:hidden">Email</HeaderCell>
          <HeaderCell>Role</HeaderCell>
          <HeaderCell className="max-md:hidden">Added</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {users.map(({ id, name, email, role, createdAt }) => (
          <Row key={id}>
            <Cell className="max-w-56 py-1.5">
              <span className="font-strong">{name}</span>
              {id === me.id && <span className="text-ink-soft"> (you)</span>}
              <span className="block truncate text-ink-soft sm:hidden">{email}</span>
            </Cell>
            <Cell className="max-w-64 max-sm:hidden">{email}</Cell>
            <Cell>
              <Badge icon={role === 'admin' ? Shield : UserRound}>{ROLE_WORDS[role]}</Badge>
            </Cell>
            <Cell className="max-md:hidden">
              <Time at={createdAt} show="day" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
