Attribute VB_Name = "Answers"
Option Explicit
Option Private Module
' What Python answers as Excel takes it: a text that begins with an error's code is that error.

Private lastReason As String

Public Function Answer(ByVal given As Variant) As Variant
    If IsArray(given) Then
        Answer = AnsweredRows(given)
    Else
        Answer = TrueError(given)
    End If
End Function

Public Function Failure(ByVal reason As String) As Variant
    Remember reason
    Failure = CVErr(2015)
End Function

Public Function LastError() As String
    LastError = lastReason
End Function

Private Function AnsweredRows(ByVal cells As Variant) As Variant
    Dim r As Long, c As Long
    If Dimensions(cells) = 1 Then
        For r = LBound(cells) To UBound(cells)
            cells(r) = TrueError(cells(r))
        Next r
    Else
        For r = LBound(cells, 1) To UBound(cells, 1)
            For c = LBound(cells, 2) To UBound(cells, 2)
                cells(r, c) = TrueError(cells(r, c))
            Next c
        Next r
    End If
    AnsweredRows = cells
End Function

Private Function Dimensions(ByVal cells As Variant) As Long
    Dim last As Long
    Dimensions = 1
    On Error GoTo done
    last = UBound(cells, 2)
    Dimensions = 2
done:
End Function

Private Function TrueError(ByVal given As Variant) As Variant
    Dim number As Long
    TrueError = given
    If VarType(given) <> vbString Then Exit Function
    If Left$(given, 1) <> "#" Then Exit Function
    number = ErrorNumber(Split(given, " ")(0))
    If number = 0 Then Exit Function
    If InStr(given, " ") > 0 Then Remember given
    TrueError = CVErr(number)
End Function

Private Function ErrorNumber(ByVal code As String) As Long
    Select Case code
        Case "#NULL!": ErrorNumber = 2000
        Case "#DIV/0!": ErrorNumber = 2007
        Case "#VALUE!": ErrorNumber = 2015
        Case "#REF!": ErrorNumber = 2023
        Case "#NAME?": ErrorNumber = 2029
        Case "#NUM!": ErrorNumber = 2036
        Case "#N/A": ErrorNumber = 2042
    End Select
End Function

Private Sub Remember(ByVal reason As String)
    On Error Resume Next
    lastReason = reason
    lastReason = Application.Caller.Address(External:=True) & "  " & reason
End Sub
