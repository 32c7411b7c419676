import './no-eval.ts'
import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Toaster } from '../ui/toast.tsx'
import { queryClient } from './query-client.ts'
import { routes } from './routes.tsx'
import { whenQuiet } from './when-quiet.ts'

// A page kept by the browser may be of a session that has ended.
window.addEventListener('pageshow', (event) => event.persisted && window.location.reload())

const router = createBrowserRouter(routes)

const root = document.getElementById('app')
if (!root) throw new Error('app.html has no element #app')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)

whenQuiet(() => {
  // Without it a page finds out that it is old when a part of it is gone.
  import('./newer-build.ts').then(({ start }) => start()).catch(console.warn)
})
