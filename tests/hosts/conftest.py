"""Programs that replace modules run in processes of their own; nothing here imports them."""

collect_ignore = ["real_xlwings.py", "windows_stand_ins.py", "as_excel.py"]
