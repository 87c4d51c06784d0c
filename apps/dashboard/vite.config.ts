import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { playerPage } from './player-page.js'

const server = 'http://localhost:4000'

/**
 * One chunk for each of these, with everything that the chunks before it do not contain. By default the bundler creates a chunk for every set of pages that share code: a hundred for the inbox, most of them tiny.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'notices', test: /app\/notices\.tsx/ },
  { name: 'auth', test: /auth\/login-page\.tsx/ },
  { name: 'share', test: /share\/share-page\.tsx/ },
  { name: 'shell', test: /app\/shell\.tsx/ },
  { name: 'inbox', test: /app\/inbox-page\.tsx/ },
  // Shared by three pages or more, except what the conversation would load without need.
  {
    name: 'parts',
    test: /^(?!.*(features\/integrations\/|\/dompurify\/|entities\/message\/(html-frame|clean-html)|components\/(Switch|NativeSelect|Tabs)\/|icons\/IconBrand|ui\/(snippet|import-progress)|auth\/check-registration|sessions\/(describe-session|sessions\.module)|fields\/color-choice|entities\/(webhook-event|integration)\/|customer\/people-list))/,
    minShareCount: 3,
  },
  { name: 'conversation', test: /conversation\/conversation-pane\.tsx/ },
  { name: 'integrations', test: /features\/integrations\/[^/]+\.tsx?$/ },
]

export default defineConfig({
  plugins: [react(), playerPage()],
  // Uses the sources of workspace packages, so nothing must be built before the dashboard.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2022',
    sourcemap: false,
    // Browsers do not retry a failed style sheet, so a part with its own sheet could stay unstyled.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/files': server,
      '/session-player': server,
      '/widget': server,
      '/socket': { target: server, ws: true },
    },
  },
})
