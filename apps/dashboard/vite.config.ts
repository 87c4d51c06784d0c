import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://localhost:4000'

/**
 * A file for each of these, with all that it needs beyond what the files before it hold. By itself the bundler makes a file for every set
 * of pages that share something: a hundred of them for the inbox, most of a few lines.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'notices', test: /app\/notices\.tsx/ },
  { name: 'door', test: /auth\/login-page\.tsx/ },
  { name: 'share', test: /share\/share-page\.tsx/ },
  { name: 'shell', test: /app\/shell\.tsx/ },
  { name: 'inbox', test: /app\/inbox-page\.tsx/ },
  { name: 'parts', minShareCount: 3 },
  { name: 'conversation', test: /conversation\/conversation-pane\.tsx/ },
]

export default defineConfig({
  plugins: [react()],
  // Workspace packages are taken from their sources, so nothing has to be built before the dashboard.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2022',
    sourcemap: false,
    // A style sheet that once could not be fetched is not fetched again, and the part it belongs to would come undressed.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/files': server,
      '/widget': server,
      '/socket': { target: server, ws: true },
    },
  },
})
