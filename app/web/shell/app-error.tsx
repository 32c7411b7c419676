import { useRouteError } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { ErrorPage } from '#platform/ui/error-page.tsx'
import { MissingChunk } from '#platform/ui/parts.ts'
import { CallError } from '#platform/web/api/call-error.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { PartFailure } from '#platform/web/page/part-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { sessionQuery } from '#platform/web/session/session.ts'

/** The message inside the frame of a page that couldn't be loaded; other errors go to the error page. */
export function PageFailure() {
  const error = useRouteError()
  if (!(error instanceof MissingChunk)) throw error
  return <PartFailure wholePage />
}

/** The page for an error that the app can't recover from (SPEC 2, 8). Leaving by a full navigation clears the error. */
export function AppError() {
  const error = useRouteError()
  if (error instanceof MissingChunk) return <PartFailure wholePage />
  const status = error instanceof CallError ? error.status : 500
  const isSignedIn = queryClient.getQueryData(sessionQuery.queryKey) != null
  const shown = {
    status,
    message: (error instanceof Error && error.message) || 'Something went wrong.',
  }
  return (
    <>
      <title>Page not found</title>
      <meta name="description" content="We are sorry but this page could not be found." />
      <ErrorPage
        {...shown}
        home={
          <div className="flex flex-wrap gap-2">
            <Button look="primary" onClick={() => window.location.assign(paths.home)}>
              Go back home
            </Button>
            {status < 500 && isSignedIn && (
              <Button onClick={() => window.location.assign(paths.opportunities)}>Back to leads</Button>
            )}
            {status >= 500 && <Button onClick={() => window.location.reload()}>Try again</Button>}
          </div>
        }
      />
    </>
  )
}
