import { gather } from './tools/policy/gather';
const t=performance.now();
const f = gather();
console.log((performance.now()-t)/1000,'s');
console.log('DENIED', f.denials.length); for (const d of f.denials) console.log('  ', d);
const un=f.used.filter(u=>u.by.length===0);
console.log('UNUSED', un.length, 'of', f.used.length); for (const d of un) console.log('  ', d.key);
