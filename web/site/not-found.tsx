import { pathMark } from '@earshot/contract/site'
import { buttonClasses } from '../ui/button.tsx'

/** The page for addresses that lead nowhere. The server writes the path into it (SPEC 2). */
export function NotFound() {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-6 px-6 py-24">
      <div className="flex flex-col gap-2">
        <p className="tabular font-semibold text-accent-ink">
          404 <span className="font-normal text-muted">NotFoundError</span>
        </p>
        <h1 className="wrap-anywhere font-semibold text-3xl tracking-tight">Page Not Found: {pathMark}</h1>
      </div>
      <a href="/" className={buttonClasses({ look: 'primary' })}>
        Go back home
      </a>
    </div>
  )
}
