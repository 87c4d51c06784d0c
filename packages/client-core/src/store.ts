/** Strings by key, kept across page loads where the browser allows it. */
export interface Store {
  keys(): string[]
  get(key: string): string | null
  /** `null` removes the key. */
  set(key: string, value: string | null): void
}
