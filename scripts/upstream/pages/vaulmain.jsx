import React from 'react';
import { createRoot } from 'react-dom/client';
import { Drawer } from 'upstream/src/index.tsx';
const snaps=['96px','422px',1];
// positions of the sheet's top on 844: set by the query
const q=new URLSearchParams(location.search);
const points=(q.get('snaps')||'96px,422px,790px').split(',').map(s=>s.endsWith('px')?s:Number(s));
const startIndex=Number(q.get('start')||1);
function App(){
  const [snap,setSnap]=React.useState(points[startIndex]);
  window.snapNow=()=>snap;
  return <Drawer.Root open={true} onOpenChange={o=>{window.opened=o}} modal={false} snapPoints={points} activeSnapPoint={snap} setActiveSnapPoint={setSnap} snapToSequentialPoint={q.get('seq')==='1'} dismissible={q.get('dismissible')!=='0'}>
    <Drawer.Portal><Drawer.Content id="sheet" aria-describedby={undefined} style={{position:'fixed',left:0,right:0,bottom:0,height:'844px',background:'#ccd'}}><Drawer.Title>t</Drawer.Title></Drawer.Content></Drawer.Portal>
  </Drawer.Root>;
}
createRoot(document.getElementById('root')).render(<App/>);
window.top_=()=>{const e=document.getElementById('sheet');return e?e.getBoundingClientRect().y:844};
