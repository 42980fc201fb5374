import { useMutation, useQuery } from '@apollo/client/react'
import { Shield, Trash2, UserRound } from '#web/ui/generated/icons.ts'
import { useCallback, useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { ROLE_WORDS } from '#web/accounts/role-texts.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { ColleagueFieldsFragment } from '#web/generated/graphql.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, RowActions, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import { CreateUser } from './create-user.tsx'
import { EditUser } from './edit-user.tsx'
import { InviteUser, ResendInvitation } from './invite-user.tsx'
import { RequireSecondFactor } from './require-second-factor.tsx'
import { DELETE_USER, USERS, USERS_PAGE } from './operations.ts'

/** The workspace's users, and a form to add one. Admins only. */
export function UserManagement() {
  const { data, error, loading, refetch, fetchMore } = useQuery(USERS, {
    variables: { first: USERS_PAGE },
    notifyOnNetworkStatusChange: true,
  })
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { first: USERS_PAGE, after } }), [fetchMore])
  const more = usePagination(data?.users.pageInfo, fetchPage)
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card title="Users" actions={<InviteUser />} flush>
        {data ? (
          <>
            <UserTable users={data.users.edges.map(({ node }) => node)} />
            <ShowMore more={more} of="users" busy={loading} />
          </>
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
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <CreateUser />
        <RequireSecondFactor />
      </div>
    </div>
  )
}

/** Deletes a colleague and confirms; evicts their deleted mailboxes from the cache. */
function useDeleteUser() {
  const [mutate] = useMutation(DELETE_USER, {
    update: (cache, { data }) => {
      const id = data?.deleteUser?.user?.id
      if (!id) return
      cache.evict({ id: cache.identify({ __typename: 'User', id }) })
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'mailboxes' })
      cache.gc()
    },
  })
  return async ({ id, name }: ColleagueFieldsFragment) => {
    try {
      await mutate({ variables: { id } })
      toast({ title: 'User deleted', description: `${name} can no longer sign in.` })
    } catch (failure) {
      const description = failureText('Failed to delete user', failure)
      toast({ title: 'Delete Failed', description, variant: 'destructive' })
    }
  }
}

function UserTable({ users }: { users: readonly ColleagueFieldsFragment[] }) {
  const me = useUser()
  const [leaving, setLeaving] = useState<ColleagueFieldsFragment | null>(null)
  const deleteUser = useDeleteUser()
  return (
    <>
      <Table label="Users" className="border-t border-line">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell className="max-sm:hidden">Email</HeaderCell>
            <HeaderCell className="max-sm:hidden">Role</HeaderCell>
            <HeaderCell className="max-md:hidden">Added</HeaderCell>
            <HeaderCell>
              <span className="sr-only">Actions</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => {
            const { id, name, email, role, createdAt, isActive, invitedAt } = user
            const roleBadge = <Badge icon={role === 'admin' ? Shield : UserRound}>{ROLE_WORDS[role]}</Badge>
            return (
              <Row key={id}>
                <Cell className="py-1.5 max-sm:w-full max-sm:max-w-0 max-sm:pr-3 max-sm:wrap-anywhere max-sm:whitespace-normal sm:max-w-56">
                  <span className="font-strong">{name}</span>
                  {id === me.id && <span className="text-ink-soft"> (you)</span>}
                  {invitedAt && <span className="text-ink-soft"> (invited, has not joined yet)</span>}
                  {!isActive && <span className="text-ink-soft"> (cannot sign in)</span>}
                  <span className="mb-1 line-clamp-2 text-ink-soft sm:hidden">{email}</span>
                  <span className="sm:hidden">{roleBadge}</span>
                </Cell>
                <Cell className="max-w-64 max-sm:hidden">{email}</Cell>
                <Cell className="max-sm:hidden">{roleBadge}</Cell>
                <Cell className="max-md:hidden">
                  <Time at={createdAt} show="day" />
                </Cell>
                <Cell className="w-px max-sm:px-2 max-sm:last:pr-3">
                  {user.id !== me.id && (
                    <RowActions>
                      {invitedAt && <ResendInvitation user={user} />}
                      <EditUser user={user} />
                      <IconButton icon={Trash2} label={`Delete ${name}`} size="sm" onClick={() => setLeaving(user)} />
                    </RowActions>
                  )}
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Delete ${leaving?.name ?? ''}?`}
        description={`The user is signed out, and the user’s mailboxes are disconnected. Campaigns are kept. ${CANNOT_BE_UNDONE}`}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => (leaving ? deleteUser(leaving) : undefined)}
      />
    </>
  )
}
