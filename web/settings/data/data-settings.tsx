import { PersonalData } from './personal-data.tsx'
import { RetentionPeriods } from './retention-periods.tsx'
import { WorkspaceExport } from './workspace-export.tsx'
import { WorkspaceDeletion } from './workspace-deletion.tsx'

/** Settings, Data: the stored data about people and how long it is kept. Admins only. */
export function DataSettings() {
  return (
    <div className="space-y-6">
      <PersonalData />
      <RetentionPeriods />
      <WorkspaceExport />
      <WorkspaceDeletion />
    </div>
  )
}
