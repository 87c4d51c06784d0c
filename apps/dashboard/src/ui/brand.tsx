/** The logo. */
export function Brand({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#1890ff" />
      <path d="M9 8h14l-2.2 16.2a1 1 0 0 1-1 .8h-7.6a1 1 0 0 1-1-.8z" fill="#fff" />
      <path d="M10 14h12l-.9 6.5H10.9z" fill="#bae0ff" />
    </svg>
  )
}
