import { createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { classes } from '#platform/ui/classes.ts'

/** Whether the numbers are made up: then they lead nowhere. */
export const IsSample = createContext(false)

interface FigureProps {
  to: string
  className?: string
  children: ReactNode
}

/** A number with its meaning, which leads to the list that it counts. */
export function Figure({ to, className, children }: FigureProps) {
  const look = classes('tabular rounded', className)
  return use(IsSample) ? (
    <span className={look}>{children}</span>
  ) : (
    <Link to={to} className={classes(look, 'underline-offset-4 hover:underline')}>
      {children}
    </Link>
  )
}
