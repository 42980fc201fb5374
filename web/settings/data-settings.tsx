import { PersonalData } from './personal-data.tsx'

/** Settings, Data: what is known about people and how long it is kept. Admins only. */
export function DataSettings() {
  return (
    <div className="space-y-6">
      <PersonalData />
    </div>
  )
}
