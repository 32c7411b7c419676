import { buttonClasses } from '../ui/button.tsx'
import { ErrorPage } from '../ui/error-page.tsx'

/** The page for addresses that lead nowhere. The server puts the path in place of `{{path}}` (SPEC 2). */
export function NotFound() {
  return (
    <ErrorPage
      message="Page Not Found: {{path}}"
      home={
        <a href="/" className={buttonClasses({ look: 'primary' })}>
          Go back home
        </a>
      }
    />
  )
}
