/** What the shell opens over a page, in one piece, so that it is fetched at once. */
export { ShortcutsSheet } from '../shell/shortcuts-sheet.tsx'
export { Help } from './help.tsx'
export { Palette } from './palette.tsx'
