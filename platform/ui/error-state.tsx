import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface ErrorStateProps {
  title: string
  /** The server's message, unless it only repeats the title. */
  message?: string | undefined
  onRetry: () => void
  retrying?: boolean
  /** True if it replaces a whole page, so that its title is the page's heading. */
  wholePage?: boolean
}

/** A part of a screen that couldn't be loaded, with a retry button. */
export function ErrorState({ title, message, onRetry, retrying = false, wholePage = false }: ErrorStateProps) {
  const Title = wholePage ? 'h1' : 'p'
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-16 text-center">
      <Icon name="alert" className="mb-2 size-6 text-danger" />
      <Title className="font-semibold text-lg">{title}</Title>
      {message && message !== title && <p className="text-pretty text-muted">{message}</p>}
      <Button className="mt-4" busy={retrying} onClick={retrying ? undefined : onRetry}>
        Try again
      </Button>
    </div>
  )
}
