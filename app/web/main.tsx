import '#platform/web/page/no-eval.ts'
import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '#platform/web/api/query-client.ts'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'
import { SlotsProvider } from '#platform/web/slots.ts'
import { features } from './features.ts'
import { joinSlots } from './join-features.ts'
import { Notices } from './notices.tsx'
import { routes } from './routes.tsx'

// A page restored from the browser's cache may belong to an ended session, so it stays hidden until it has reloaded.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  document.body.hidden = true
  window.location.reload()
})

try {
  // The router writes into the stored value, whatever its type.
  const name = 'react-router-scroll-positions'
  if (sessionStorage[name]?.[0] !== '{') delete sessionStorage[name]
} catch {
  // Storage is off; the router works without it.
}

const router = createBrowserRouter(routes)
const slots = joinSlots(features)

const root = document.getElementById('app')
if (!root) throw new Error('app.html has no element #app')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <SlotsProvider value={slots}>
        <RouterProvider router={router} />
      </SlotsProvider>
      <Notices />
    </QueryClientProvider>
  </StrictMode>,
)

whenQuiet(() => {
  // Without it, the page notices an outdated build only when a chunk is missing.
  import('#platform/web/page/after-load.ts').then(({ start }) => start(router, routes)).catch(console.warn)
})
