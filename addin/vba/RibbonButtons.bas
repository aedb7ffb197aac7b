Attribute VB_Name = "RibbonButtons"
Option Explicit
' The four buttons of the tab: they run the commands of xlfuncs with the add-in's interpreter.
' What they say is kept in the sheet xlfuncs.words: a key, then its text.

Public Sub RefreshBook(control As IRibbonControl)
    Dim book As Workbook, path As String
    Set book = SavedBook()
    If book Is Nothing Then Exit Sub
    path = book.FullName
    book.Close SaveChanges:=False ' SavedBook has just saved it; Excel locks what is open
    RunCommand "refresh " & Quoted(path)
    Workbooks.Open path
End Sub

Public Sub ReportBook(control As IRibbonControl)
    Dim book As Workbook, copy As String, report As String
    Set book = SavedBook()
    If book Is Nothing Then Exit Sub
    copy = Environ$("TEMP") & "\xlfuncs-" & book.Name
    report = Left$(book.FullName, InStrRev(book.FullName, ".") - 1) & Word("report") & ".xlsx"
    book.SaveCopyAs copy
    If RunCommand("report " & Quoted(copy) & " -o " & Quoted(report)) = 0 Then Workbooks.Open report
    Kill copy
End Sub

Public Sub ShowManual(control As IRibbonControl)
    RunCommand "functions", True
End Sub

Public Sub ShowAbout(control As IRibbonControl)
    Say Word("about") & vbLf & vbLf & Interpreter() & vbLf & vbLf & Word("reason") & vbLf & LastError()
End Sub

Private Function SavedBook() As Workbook
    Dim book As Workbook
    Set book = ActiveWorkbook
    If book Is Nothing Then
        Say Word("unsaved")
    ElseIf book.path = "" Or InStr(book.FullName, "://") > 0 Or Not IsWorkbookFile(book.Name) Then
        Say Word("unsaved")
    Else
        If Not book.Saved Then book.Save
        If book.Saved Then Set SavedBook = book
    End If
End Function

Private Function IsWorkbookFile(ByVal name As String) As Boolean
    IsWorkbookFile = LCase$(Right$(name, 5)) = ".xlsx" Or LCase$(Right$(name, 5)) = ".xlsm"
End Function

Private Function RunCommand(ByVal arguments As String, Optional ByVal hold As Boolean = False) As Long
    Dim command As String
    RunCommand = 1
    If Not FileExists(Interpreter()) Then
        Say Word("missing") & vbLf & Interpreter()
        Exit Function
    End If
    command = Quoted(Interpreter()) & " -P -m workbooks " & arguments
    If Not hold Then command = command & " && exit 0"
    ' The window stays open where there is something to read.
    RunCommand = CreateObject("WScript.Shell").Run( _
        "cmd.exe /s /c """ & command & " & pause & exit 1""", 1, True)
End Function

Private Function Interpreter() As String
    Interpreter = GetConfig("INTERPRETER_WIN", "")
End Function

Private Function Quoted(ByVal text As String) As String
    Quoted = """" & text & """"
End Function

Private Function Word(ByVal key As String) As String
    Word = Application.VLookup(key, ThisWorkbook.Worksheets("xlfuncs.words").Range("A:B"), 2, False)
End Function

Private Sub Say(ByVal text As String)
    ' MsgBox shows only the machine's own code page.
    CreateObject("WScript.Shell").Popup text, 0, "xlfuncs", 64
End Sub
