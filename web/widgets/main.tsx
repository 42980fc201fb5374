import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { Toaster } from '#web/ui/toaster.tsx'
import { WidgetsPage } from './widgets-page.tsx'
import '#web/ui/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('widgets.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MemoryRouter>
      <WidgetsPage />
      <Toaster />
    </MemoryRouter>
  </StrictMode>,
)
