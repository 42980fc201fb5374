import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The profile of a LibreOffice that serves one process of the product: its settings, and a macro of our own that converts files.
 *
 * The macro watches a folder. `7.docx` becomes `7.pdf`, or `7.error` if it cannot be opened. It opens files as Word documents
 * only, runs no macros of theirs and updates nothing in them. It ends with the process that started it.
 */

/** Arguments with which LibreOffice creates an empty profile, and ends. */
export const creationArguments = (profile: string): string[] => [...shared(profile), '--terminate_after_init']

/** Arguments with which LibreOffice converts the files of a folder until it is stopped. */
export const serviceArguments = (profile: string, folder: string): string[] => [
  ...shared(profile),
  `macro:///Standard.${MODULE}.Serve("${folder}","/proc/${process.pid}")`,
]

const shared = (profile: string) => [
  ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
  `-env:UserInstallation=${pathToFileURL(profile).href}`,
]

const MODULE = 'Mergewell'

/** Settings in addition to those of a new profile. */
const SETTINGS = `<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
`

const LIBRARY = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
 <library:element library:name="Module1"/>
 <library:element library:name="${MODULE}"/>
</library:library>
`

const MACRO = `Function Prop(sName As String, aValue) As Object
  Dim oProp As New com.sun.star.beans.PropertyValue
  oProp.Name = sName
  oProp.Value = aValue
  Prop = oProp
End Function

Sub Serve(sFolder As String, sOwner As String)
  Dim sName As String
  Dim nTurn As Long
  Dim bOwned As Boolean
  bOwned = FileExists(sOwner)
  Open sFolder & "/ready" For Output As #1
  Close #1
  Do While FileExists(sFolder & "/ready")
    sName = Dir(sFolder & "/*.docx", 0)
    If sName = "" Then
      Wait 15
      nTurn = nTurn + 1
      If bOwned And nTurn Mod 100 = 0 Then
        If Not FileExists(sOwner) Then Exit Do
      End If
    Else
      Convert(sFolder & "/" & Left(sName, Len(sName) - 5))
    End If
  Loop
  StarDesktop.terminate()
End Sub

Sub Convert(sBase As String)
  Dim oDoc
  On Error GoTo Failed
  oDoc = StarDesktop.loadComponentFromURL(ConvertToURL(sBase & ".docx"), "_blank", 0, Array(Prop("Hidden", True), Prop("ReadOnly", True), Prop("FilterName", "MS Word 2007 XML"), Prop("MacroExecutionMode", 0), Prop("UpdateDocMode", 0)))
  If IsNull(oDoc) Then GoTo Failed
  oDoc.storeToURL(ConvertToURL(sBase & ".part"), Array(Prop("FilterName", "writer_pdf_Export")))
  oDoc.close(True)
  Kill sBase & ".docx"
  Name sBase & ".part" As sBase & ".pdf"
  Exit Sub
Failed:
  On Error Resume Next
  If Not IsNull(oDoc) Then oDoc.close(True)
  Kill sBase & ".docx"
  Open sBase & ".error" For Output As #2
  Close #2
End Sub
`

/** Puts the settings and the macro into a profile that LibreOffice has created. */
export async function furnishProfile(profile: string): Promise<void> {
  const library = join(profile, 'user/basic/Standard')
  await mkdir(library, { recursive: true })
  const registry = join(profile, 'user/registrymodifications.xcu')
  await writeFile(registry, (await readFile(registry, 'utf8')).replace('</oor:items>', `${SETTINGS}</oor:items>`))
  await writeFile(join(library, 'script.xlb'), LIBRARY)
  await writeFile(join(library, `${MODULE}.xba`), moduleOf(MACRO))
}

const moduleOf = (source: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="${MODULE}" script:language="StarBasic">
${source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</script:module>
`
