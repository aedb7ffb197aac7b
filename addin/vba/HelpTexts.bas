Attribute VB_Name = "HelpTexts"
Option Explicit
Option Private Module
' Tells the function wizard what the sheet xlfuncs.help holds, one function a row:
' name, category, description, then one text for each argument.

Public Sub RegisterHelp()
    Dim updating As Boolean, row As Long, sheet As Worksheet
    updating = Application.ScreenUpdating
    On Error GoTo restore
    Application.ScreenUpdating = False
    ThisWorkbook.IsAddin = False ' Excel describes no function of a hidden workbook
    Set sheet = ThisWorkbook.Worksheets("xlfuncs.help")
    row = 1
    Do While sheet.Cells(row, 1).Value <> ""
        RegisterFunction sheet, row
        row = row + 1
    Loop
restore:
    On Error Resume Next
    ThisWorkbook.IsAddin = True
    ThisWorkbook.Saved = True
    Application.ScreenUpdating = updating
End Sub

Private Sub RegisterFunction(ByVal sheet As Worksheet, ByVal row As Long)
    Dim name As String, category As String, description As String, arguments As Variant
    name = sheet.Cells(row, 1).Value
    category = sheet.Cells(row, 2).Value
    description = sheet.Cells(row, 3).Value
    arguments = ArgumentTexts(sheet, row)
    On Error Resume Next
    Application.MacroOptions Macro:=name, description:=description, category:=category, _
        ArgumentDescriptions:=arguments
    If Err.Number = 0 Then Exit Sub
    Err.Clear
    Application.MacroOptions Macro:="'" & ThisWorkbook.Name & "'!" & name, _
        description:=description, category:=category, ArgumentDescriptions:=arguments
End Sub

Private Function ArgumentTexts(ByVal sheet As Worksheet, ByVal row As Long) As Variant
    Dim texts() As String, count As Long
    Do While sheet.Cells(row, 4 + count).Value <> ""
        ReDim Preserve texts(0 To count)
        texts(count) = sheet.Cells(row, 4 + count).Value
        count = count + 1
    Loop
    ArgumentTexts = texts
End Function
